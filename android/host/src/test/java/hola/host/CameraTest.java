package hola.host;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.Manifest;
import android.app.Activity;
import android.content.ContentResolver;
import android.content.Intent;
import android.content.pm.ProviderInfo;
import android.database.Cursor;
import android.graphics.Bitmap;
import android.graphics.BitmapFactory;
import android.net.Uri;
import android.os.Build;
import android.provider.MediaStore;
import android.util.Base64;
import hola.core.Json;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import org.junit.Before;
import org.junit.Test;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.GraphicsMode;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowActivity.IntentForResult;

@GraphicsMode(GraphicsMode.Mode.NATIVE)
public final class CameraTest extends HostTest {
  private static final Uri PHOTO = Uri.parse("content://com.example.hola.photos/photo.jpg");
  private static final String ID_FRONT = "{\"kind\":\"id_front\",\"consent_version\":\"2026-11\"}";

  private final File file = new File(Wrapper.context().getCacheDir(), "photo.jpg");

  @Before
  public void allow() {
    Wrapper.grant(Manifest.permission.CAMERA);
  }

  /** Whoever takes the photograph writes it by the address that it was given. */
  private static void write(byte[] bytes) {
    try (OutputStream out = Wrapper.context().getContentResolver().openOutputStream(PHOTO, "w")) {
      out.write(bytes);
    } catch (IOException problem) {
      throw new AssertionError(problem);
    }
  }

  /** A real JPEG; before Android 8 the JVM has no decoder and the bytes are only carried. */
  private static byte[] jpeg(int width, int height) {
    Bitmap bitmap = Bitmap.createBitmap(width, height, Bitmap.Config.ARGB_8888);
    bitmap.eraseColor(0xff336699);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    bitmap.compress(Bitmap.CompressFormat.JPEG, 90, out);
    return out.toByteArray();
  }

  /** The same with the note of a camera that was held sideways, and where it was. */
  private static byte[] sideways(byte[] jpeg) {
    byte[] exif = {
      (byte) 0xff, (byte) 0xe1, 0, 34, 'E', 'x', 'i', 'f', 0, 0, 'M', 'M', 0, 42, 0, 0, 0, 8,
      0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0,
    };
    byte[] whole = new byte[jpeg.length + exif.length];
    System.arraycopy(jpeg, 0, whole, 0, 2);
    System.arraycopy(exif, 0, whole, 2, exif.length);
    System.arraycopy(jpeg, 2, whole, 2 + exif.length, jpeg.length - 2);
    return whole;
  }

  private static byte[] photoOf(Map<String, Object> answer) {
    Map<String, Object> photo = Json.asRecord(answer.get("photo"));
    assertEquals(answer.toString(), "image/jpeg", photo.get("mime_type"));
    return Base64.decode((String) photo.get("base64"), Base64.DEFAULT);
  }

  private static boolean decodes() {
    return Build.VERSION.SDK_INT >= 26;
  }

  @Test
  public void withoutThePermissionNoCameraIsOpened() {
    Wrapper.deny(Manifest.permission.CAMERA);
    start();
    assertEquals(Json.record("error", "permission_denied"), wrapper.ask("takePhoto", ID_FRONT));
    assertEquals(Json.record("error", "permission_denied"), wrapper.ask("liveness", CONSENTED));
    assertTrue(wrapper.hasOpenedNothing());
  }

  @Test
  public void withoutAConsentNoCameraIsOpened() {
    start();
    assertEquals(Json.record("error", "no_consent"), wrapper.ask("takePhoto", "{\"kind\":\"id_front\"}"));
    assertTrue(wrapper.hasOpenedNothing());
  }

  @Test
  public void thePhonesCameraWritesToOurAddressAndThePhotoArrives() {
    String id = start().post("takePhoto", ID_FRONT);
    IntentForResult camera = wrapper.opened();
    assertEquals(MediaStore.ACTION_IMAGE_CAPTURE, camera.intent.getAction());
    assertEquals(PHOTO, camera.intent.getParcelableExtra(MediaStore.EXTRA_OUTPUT));
    assertEquals(PHOTO, camera.intent.getClipData().getItemAt(0).getUri());
    int rights = Intent.FLAG_GRANT_WRITE_URI_PERMISSION | Intent.FLAG_GRANT_READ_URI_PERMISSION;
    assertEquals(rights, camera.intent.getFlags() & rights);
    assertFalse(camera.intent.hasExtra("android.intent.extras.CAMERA_FACING"));
    write(jpeg(320, 200));
    wrapper.give(camera, Activity.RESULT_OK, null);
    byte[] photo = photoOf(wrapper.answer(id));
    if (decodes()) {
      Bitmap seen = BitmapFactory.decodeByteArray(photo, 0, photo.length);
      assertEquals(320, seen.getWidth());
    }
    Wrapper.untilTrue(() -> !file.exists());
  }

  @Test
  public void aLargeSidewaysPhotoArrivesUprightSmallerAndWithoutItsNotes() throws IOException {
    String id = start().post("takePhoto", ID_FRONT);
    IntentForResult camera = wrapper.opened();
    write(sideways(jpeg(4800, 1200)));
    wrapper.give(camera, Activity.RESULT_OK, null);
    byte[] photo = photoOf(wrapper.answer(id));
    if (decodes()) {
      Bitmap seen = BitmapFactory.decodeByteArray(photo, 0, photo.length);
      assertEquals("upright", 600, seen.getWidth());
      assertEquals("at most", 2400, seen.getHeight());
    }
    assertFalse("its notes", new String(photo, "ISO-8859-1").contains("Exif"));
  }

  @Test
  public void aSelfieAsksForTheFrontCamera() {
    start().post("liveness", CONSENTED);
    assertEquals(1, wrapper.opened().intent.getIntExtra("android.intent.extras.CAMERA_FACING", 0));
  }

  @Test
  public void goingBackOrNothingWrittenIsCancelled() {
    start();
    String back = wrapper.post("takePhoto", ID_FRONT);
    wrapper.give(wrapper.opened(), Activity.RESULT_CANCELED, null);
    assertEquals(Json.record("error", "cancelled"), wrapper.answer(back));
    String empty = wrapper.post("takePhoto", ID_FRONT);
    wrapper.give(wrapper.opened(), Activity.RESULT_OK, null);
    assertEquals(Json.record("error", "cancelled"), wrapper.answer(empty));
  }

  @Test
  public void whatIsNoPhotoFailsAndIsNotKept() {
    if (!decodes()) return;
    String id = start().post("takePhoto", ID_FRONT);
    IntentForResult camera = wrapper.opened();
    write("no photo".getBytes());
    wrapper.give(camera, Activity.RESULT_OK, null);
    assertEquals(Json.record("error", "failed"), wrapper.answer(id));
    Wrapper.untilTrue(() -> !file.exists());
  }

  @Test
  public void aPhoneWithoutACameraAppSaysSo() {
    shadowOf(RuntimeEnvironment.getApplication()).checkActivities(true);
    assertEquals(Json.record("error", "unavailable"), start().ask("takePhoto", ID_FRONT));
    assertEquals("another can be tried", Json.record("error", "unavailable"), wrapper.ask("takePhoto", ID_FRONT));
  }

  @Test
  public void aSecondOneMeanwhileIsTurnedAway() {
    start().post("takePhoto", ID_FRONT);
    wrapper.opened();
    assertEquals(Json.record("error", "busy"), wrapper.ask("liveness", CONSENTED));
    assertTrue(wrapper.hasOpenedNothing());
  }

  @Test
  public void rotatedWhileTheCameraIsOpenThePhotoArrives() {
    String id = start().post("takePhoto", ID_FRONT);
    IntentForResult camera = wrapper.opened();
    RuntimeEnvironment.setQualifiers("+land");
    wrapper.controller().configurationChange();
    write(jpeg(64, 64));
    wrapper.give(camera, Activity.RESULT_OK, null);
    photoOf(wrapper.answer(id));
  }

  @Test
  public void endedBySystemDuringAPhotoItComesBackAndKeepsNothing() {
    start().post("takePhoto", ID_FRONT);
    IntentForResult camera = wrapper.opened();
    write(jpeg(64, 64));
    wrapper.dieAndComeBack();
    wrapper.give(camera, Activity.RESULT_OK, null);
    wrapper.settle();
    assertFalse("what nobody waits for is not kept", file.exists());
    assertEquals("only the question of this test is answered", 1, wrapper.page().scripts.size());
    assertEquals("the camera can be opened again", "photo.jpg", takenAgain());
  }

  private String takenAgain() {
    wrapper.post("takePhoto", ID_FRONT);
    return ((Uri) wrapper.opened().intent.getParcelableExtra(MediaStore.EXTRA_OUTPUT)).getLastPathSegment();
  }

  @Test
  public void writtenAfterItCameBackItIsNotKeptEither() {
    start().post("takePhoto", ID_FRONT);
    IntentForResult camera = wrapper.opened();
    wrapper.dieAndComeBack();
    write(jpeg(64, 64));
    wrapper.give(camera, Activity.RESULT_OK, null);
    assertFalse(file.exists());
  }

  /** A decoder for which the phone has no memory left. */
  @Implements(BitmapFactory.class)
  public static final class NoMemory {
    @Implementation
    protected static Bitmap decodeFile(String path, BitmapFactory.Options options) {
      throw new OutOfMemoryError();
    }
  }

  @Test
  @Config(shadows = {RecordingWebView.class, NoMemory.class})
  public void withoutMemoryForAPhotoItFailsAndTheAppGoesOn() {
    String id = start().post("takePhoto", ID_FRONT);
    IntentForResult camera = wrapper.opened();
    write(new byte[] {1, 2, 3});
    wrapper.give(camera, Activity.RESULT_OK, null);
    assertEquals(Json.record("error", "failed"), wrapper.answer(id));
    wrapper.settle();
  }

  @Test
  public void theAddressIsOfOnePhotoAndNoOtherFile() throws IOException {
    start();
    write(new byte[] {1, 2, 3});
    ContentResolver resolver = Wrapper.context().getContentResolver();
    try (InputStream in = resolver.openInputStream(PHOTO)) {
      assertArrayEquals(new byte[] {1, 2, 3}, Assets.bytes(in));
    }
    try (Cursor row = resolver.query(PHOTO, null, null, null, null)) {
      assertTrue(row.moveToFirst());
      assertEquals("photo.jpg", row.getString(0));
      assertEquals(3, row.getLong(1));
    }
    String authority = "content://com.example.hola.photos/";
    for (String path : new String[] {"", "other.jpg", "../shared_prefs/counts.xml", "%2e%2e/shared_prefs/counts.xml"}) {
      Uri other = Uri.parse(authority + path);
      assertThrows(path, FileNotFoundException.class, () -> resolver.openInputStream(other));
      try (Cursor rows = resolver.query(other, null, null, null, null)) {
        assertEquals(path, 0, rows.getCount());
      }
    }
    assertThrows(UnsupportedOperationException.class, () -> resolver.delete(PHOTO, null, null));
    assertEquals("image/jpeg", resolver.getType(PHOTO));
  }

  @Test
  public void otherAppsReachTheAddressOnlyByTheRightForOnePhoto() {
    ProviderInfo provider =
        Wrapper.context().getPackageManager().resolveContentProvider("com.example.hola.photos", 0);
    assertFalse(provider.exported);
    assertTrue(provider.grantUriPermissions);
    assertNull(provider.readPermission);
  }
}
