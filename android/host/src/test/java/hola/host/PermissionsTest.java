package hola.host;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import android.Manifest;
import android.app.AlertDialog;
import android.content.DialogInterface;
import android.content.pm.PackageManager;
import android.webkit.PermissionRequest;
import android.net.Uri;
import hola.core.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Config;
import org.robolectric.shadows.ShadowActivity;
import org.robolectric.shadows.ShadowAlertDialog;
import org.robolectric.shadows.ShadowDialog;

public final class PermissionsTest extends HostTest {
  private static final String CAMERA = Manifest.permission.CAMERA;
  private static final String REQUEST = "{\"name\":\"camera\"}";

  private static Map<String, Object> state(boolean isGranted, boolean canAsk) {
    return Json.record("granted", isGranted, "can_ask", canAsk);
  }

  /** Our own words, as they stand on the screen. */
  private AlertDialog words() {
    return Wrapper.until(() -> {
      AlertDialog latest = ShadowAlertDialog.getLatestAlertDialog();
      return latest != null && latest.isShowing() ? latest : null;
    });
  }

  private void agree() {
    words().getButton(DialogInterface.BUTTON_POSITIVE).performClick();
    Wrapper.idle();
  }

  private ShadowActivity.PermissionsRequest question() {
    return Wrapper.until(() -> wrapper.shadow().getLastRequestedPermission());
  }

  private void answer(boolean isGranted) {
    ShadowActivity.PermissionsRequest asked = question();
    if (isGranted) Wrapper.grant(asked.requestedPermissions);
    int result = isGranted ? PackageManager.PERMISSION_GRANTED : PackageManager.PERMISSION_DENIED;
    wrapper.answer(asked, asked.requestedPermissions, new int[] {result});
  }

  private Map<String, Object> refuse(boolean wouldExplain) {
    String id = wrapper.post("permission.request", REQUEST);
    agree();
    Wrapper.explain(CAMERA, wouldExplain);
    answer(false);
    return wrapper.answer(id);
  }

  @Test
  public void isAskedOnceAfterOurWordsAndNotAgain() {
    String id = start().post("permission.request", REQUEST);
    words();
    assertNull("the system asks after our words", wrapper.shadow().getLastRequestedPermission());
    agree();
    assertEquals(Arrays.asList(CAMERA), Arrays.asList(question().requestedPermissions));
    answer(true);
    assertEquals(state(true, true), wrapper.answer(id));
    ShadowDialog.reset();
    assertEquals(state(true, true), wrapper.ask("permission.request", REQUEST));
    assertNull(ShadowDialog.getLatestDialog());
  }

  @Test
  public void ourWordsDeclinedOrClosedAskNothing() {
    start();
    String declined = wrapper.post("permission.request", REQUEST);
    words().getButton(DialogInterface.BUTTON_NEGATIVE).performClick();
    assertEquals(state(false, true), wrapper.answer(declined));
    String closed = wrapper.post("permission.request", REQUEST);
    words().cancel();
    assertEquals(state(false, true), wrapper.answer(closed));
    assertNull(wrapper.shadow().getLastRequestedPermission());
  }

  @Test
  public void refusedItCanBeAskedAgain() {
    start();
    assertEquals(state(false, true), refuse(true));
    assertEquals(state(false, true), wrapper.ask("permission.check", REQUEST));
  }

  @Test
  public void refusedForEverNothingIsAskedAlsoAfterAnotherStart() {
    start();
    refuse(true);
    assertEquals(state(false, false), refuse(false));
    wrapper.dieAndComeBack();
    ShadowDialog.reset();
    assertEquals(state(false, false), wrapper.ask("permission.request", REQUEST));
    assertNull(ShadowDialog.getLatestDialog());
    Wrapper.grant(CAMERA);
    assertEquals(state(true, true), wrapper.ask("permission.check", REQUEST));
  }

  @Test
  public void aQuestionThatWasClosedWithoutAnAnswerIsOpen() {
    String id = start().post("permission.request", REQUEST);
    agree();
    wrapper.answer(question(), new String[0], new int[0]);
    assertEquals(state(false, true), wrapper.answer(id));
  }

  @Test
  public void grantedWhileHiddenItIsThere() {
    start();
    wrapper.controller().pause().stop();
    Wrapper.grant(CAMERA);
    wrapper.controller().restart().start().resume();
    ShadowDialog.reset();
    assertEquals(state(true, true), wrapper.ask("permission.request", REQUEST));
    assertNull(ShadowDialog.getLatestDialog());
  }

  @Test
  public void takenBackWhileHiddenItIsGone() {
    Wrapper.grant(CAMERA, Manifest.permission.ACCESS_COARSE_LOCATION);
    start();
    Wrapper.deny(CAMERA, Manifest.permission.ACCESS_COARSE_LOCATION);
    wrapper.dieAndComeBack();
    assertEquals(Json.record("error", "permission_denied"), wrapper.ask("liveness", CONSENTED));
    assertEquals(Json.record("error", "permission_denied"), wrapper.ask("location.start", CONSENTED));
    assertTrue(wrapper.hasOpenedNothing());
  }

  @Test
  public void aSecondQuestionMeanwhileIsTurnedAway() {
    String id = start().post("permission.request", REQUEST);
    words();
    assertEquals(Json.record("error", "busy"), wrapper.ask("permission.request", "{\"name\":\"location\"}"));
    agree();
    answer(true);
    assertEquals(state(true, true), wrapper.answer(id));
  }

  @Test
  public void rotatedMeanwhileTheAnswerArrives() {
    String id = start().post("permission.request", REQUEST);
    agree();
    MainActivity before = wrapper.activity();
    RuntimeEnvironment.setQualifiers("+land");
    wrapper.controller().configurationChange();
    assertEquals(before, wrapper.activity());
    answer(true);
    assertEquals(state(true, true), wrapper.answer(id));
  }

  @Test
  public void aScreenThatIsGoneShowsNothing() {
    start();
    BridgeObject bridge = wrapper.bridge();
    wrapper.activity().finish();
    bridge.postMessage("{\"event\":\"permission\",\"action\":\"request\",\"data\":" + REQUEST + ",\"callbackId\":\"x\"}");
    assertEquals(Json.record("error", "cancelled"), wrapper.answer("x"));
    assertNull(ShadowDialog.getLatestDialog());
  }

  @Test
  @Config(qualifiers = "es-rAR")
  public void ourWordsAreSpanish() {
    start().post("permission.request", REQUEST);
    assertEquals("La cámara", org.robolectric.Shadows.shadowOf(words()).getTitle().toString());
  }

  @Test
  @Config(qualifiers = "en-rUS")
  public void ourWordsAreEnglishOnAPhoneInEnglish() {
    start().post("permission.request", REQUEST);
    assertEquals("The camera", org.robolectric.Shadows.shadowOf(words()).getTitle().toString());
  }

  /** What the page itself asks the WebView for. */
  private static final class Request extends PermissionRequest {
    final List<String> said = new ArrayList<>();
    private final String origin;
    private final String[] resources;

    Request(String origin, String... resources) {
      this.origin = origin;
      this.resources = resources;
    }

    @Override
    public Uri getOrigin() {
      return Uri.parse(origin);
    }

    @Override
    public String[] getResources() {
      return resources;
    }

    @Override
    public void grant(String[] granted) {
      said.add("granted " + String.join(",", granted));
    }

    @Override
    public void deny() {
      said.add("denied");
    }

    String result() {
      Wrapper.untilTrue(() -> !said.isEmpty());
      return String.join(" ", said);
    }
  }

  @Test
  public void theCameraOfThePageIsForOurPageAloneAndNeverTheMicrophone() {
    Wrapper.grant(CAMERA);
    start();
    String video = PermissionRequest.RESOURCE_VIDEO_CAPTURE;
    Request ours = new Request(Wrapper.HOME, video);
    Request other = new Request("https://evil.example/", video);
    Request sound = new Request(Wrapper.HOME, video, PermissionRequest.RESOURCE_AUDIO_CAPTURE);
    for (Request request : Arrays.asList(ours, other, sound)) wrapper.chrome().onPermissionRequest(request);
    assertEquals("granted " + video, ours.result());
    assertEquals("denied", other.result());
    assertEquals("denied", sound.result());
  }

  @Test
  public void theCameraOfThePageIsAskedForToo() {
    Request request = new Request(Wrapper.HOME, PermissionRequest.RESOURCE_VIDEO_CAPTURE);
    start().chrome().onPermissionRequest(request);
    agree();
    answer(false);
    assertEquals("denied", request.result());
  }

  @Test
  public void theBuildAsksForWhatItsListSaysAndNothingElse() {
    List<String> expected = new ArrayList<>(Arrays.asList(
        Manifest.permission.INTERNET, CAMERA, Manifest.permission.ACCESS_COARSE_LOCATION));
    if (Wrapper.isDirect()) expected.add(Manifest.permission.READ_SMS);
    List<String> requested = Wrapper.requested();
    expected.sort(null);
    requested.sort(null);
    assertEquals(expected, requested);
    assertNotNull(start().bridge());
  }
}
