package hola.host;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.Manifest;
import android.app.Activity;
import android.content.Intent;
import android.net.Uri;
import android.provider.MediaStore;
import android.webkit.WebChromeClient.FileChooserParams;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadows.ShadowActivity.IntentForResult;
import org.robolectric.shadows.ShadowContentResolver;

/** Files that the page asks for, and documents that it hands over to be kept. */
public final class FilesTest extends HostTest {
  private static final Uri CHOSEN = Uri.parse("content://media/picker/1");

  private final List<Uri[]> received = new ArrayList<>();

  private static final class Parameters extends FileChooserParams {
    private final boolean isCapture;

    Parameters(boolean isCapture) {
      this.isCapture = isCapture;
    }

    @Override
    public int getMode() {
      return MODE_OPEN;
    }

    @Override
    public String[] getAcceptTypes() {
      return new String[] {"image/*"};
    }

    @Override
    public boolean isCaptureEnabled() {
      return isCapture;
    }

    @Override
    public CharSequence getTitle() {
      return null;
    }

    @Override
    public String getFilenameHint() {
      return null;
    }

    @Override
    public Intent createIntent() {
      return new Intent(Intent.ACTION_GET_CONTENT).setType("image/*");
    }
  }

  private void choose(boolean isCapture) {
    assertTrue(wrapper.chrome().onShowFileChooser(wrapper.webView(), received::add, new Parameters(isCapture)));
  }

  private Uri[] receivedOnce() {
    assertEquals(1, received.size());
    return received.remove(0);
  }

  @Test
  public void aFileIsChosenOrNot() {
    start();
    choose(false);
    IntentForResult chooser = wrapper.opened();
    assertEquals(Intent.ACTION_GET_CONTENT, chooser.intent.getAction());
    wrapper.give(chooser, Activity.RESULT_OK, new Intent().setData(CHOSEN));
    assertArrayEquals(new Uri[] {CHOSEN}, receivedOnce());
    choose(false);
    wrapper.give(wrapper.opened(), Activity.RESULT_CANCELED, null);
    assertNull(receivedOnce());
  }

  @Test
  public void aPathInsteadOfAFileIsNotTaken() {
    start();
    choose(false);
    Uri own = Uri.parse("file:///data/data/com.example.hola/shared_prefs/local-cache.xml");
    wrapper.give(wrapper.opened(), Activity.RESULT_OK, new Intent().setData(own));
    assertNull(receivedOnce());
  }

  @Test
  public void aPhotoForAFileFieldNeedsThePermissionElseFilesAreOffered() {
    start();
    choose(true);
    assertEquals(Intent.ACTION_GET_CONTENT, wrapper.opened().intent.getAction());
    Wrapper.grant(Manifest.permission.CAMERA);
    choose(true);
    IntentForResult camera = wrapper.opened();
    assertEquals(MediaStore.ACTION_IMAGE_CAPTURE, camera.intent.getAction());
    Uri photo = camera.intent.getParcelableExtra(MediaStore.EXTRA_OUTPUT);
    try (OutputStream out = Wrapper.context().getContentResolver().openOutputStream(photo, "w")) {
      out.write(1);
    } catch (IOException problem) {
      throw new AssertionError(problem);
    }
    wrapper.give(camera, Activity.RESULT_OK, null);
    assertArrayEquals(new Uri[] {photo}, receivedOnce());
  }

  @Test
  public void withoutAnAppForFilesThePageIsToldSo() {
    shadowOf(RuntimeEnvironment.getApplication()).checkActivities(true);
    Wrapper.grant(Manifest.permission.CAMERA);
    start();
    choose(true);
    assertNull(receivedOnce());
  }

  @Test
  public void endedBySystemWhileAFileIsChosenItComesBack() {
    start();
    choose(false);
    IntentForResult chooser = wrapper.opened();
    wrapper.dieAndComeBack();
    wrapper.give(chooser, Activity.RESULT_OK, new Intent().setData(CHOSEN));
    assertTrue(received.isEmpty());
    choose(false);
    wrapper.give(wrapper.opened(), Activity.RESULT_OK, new Intent().setData(CHOSEN));
    assertArrayEquals(new Uri[] {CHOSEN}, receivedOnce());
  }

  @Test
  public void aDocumentIsWrittenWhereThePersonSays() {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    ShadowContentResolver resolver = shadowOf(Wrapper.context().getContentResolver());
    resolver.registerOutputStream(CHOSEN, written);
    start().bridge().saveFile("contrato.pdf", "application/pdf", "JVBERg==");
    IntentForResult create = wrapper.opened();
    assertEquals(Intent.ACTION_CREATE_DOCUMENT, create.intent.getAction());
    assertEquals("application/pdf", create.intent.getType());
    assertEquals("contrato.pdf", create.intent.getStringExtra(Intent.EXTRA_TITLE));
    wrapper.give(create, Activity.RESULT_OK, new Intent().setData(CHOSEN));
    Wrapper.untilTrue(() -> written.toString().equals("%PDF"));
  }

  @Test
  public void whatIsNoDocumentOfOursIsNotOffered() {
    start().bridge().saveFile("../a.pdf", "application/pdf", "JVBERg==");
    wrapper.bridge().saveFile("a.apk", "application/vnd.android.package-archive", "JVBERg==");
    wrapper.settle();
    assertTrue(wrapper.hasOpenedNothing());
  }
}
