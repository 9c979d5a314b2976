package hola.host;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.Manifest;
import android.app.Activity;
import android.content.ComponentCallbacks2;
import android.net.http.SslError;
import android.os.Build;
import android.os.Looper;
import android.webkit.RenderProcessGoneDetail;
import android.webkit.SslErrorHandler;
import android.webkit.WebResourceResponse;
import hola.core.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Collections;
import org.junit.Test;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.GraphicsMode;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowActivity.IntentForResult;

/** The page at the top: from where it comes, where it may not lead, and what becomes of it. */
@GraphicsMode(GraphicsMode.Mode.NATIVE)
public final class PageTest extends HostTest {
  private WebResourceResponse answerTo(String url, boolean isForThePage) {
    return wrapper.client().shouldInterceptRequest(wrapper.webView(), new LinksTest.Request(url, isForThePage));
  }

  private WebResourceResponse page() {
    WebResourceResponse answer = answerTo(Wrapper.HOME, true);
    Wrapper.idle();
    return answer;
  }

  private static WebResourceResponse status(int code) {
    return new WebResourceResponse(
        "text/html", "utf-8", code, "x", Collections.emptyMap(), new ByteArrayInputStream(new byte[0]));
  }

  private void assertBundled(WebResourceResponse answer) throws IOException {
    assertNotNull(answer);
    assertEquals("text/html", answer.getMimeType());
    assertEquals(200, answer.getStatusCode());
    assertTrue(answer.getResponseHeaders().toString(), answer.getResponseHeaders().containsKey("content-security-policy"));
    assertTrue(new String(Assets.bytes(answer.getData()), "UTF-8").contains("<html"));
  }

  @Test
  public void withoutANetworkThePageComesFromTheApk() throws IOException {
    start();
    assertNull("the server first", page());
    wrapper.client().onReceivedError(wrapper.webView(), new LinksTest.Request(Wrapper.HOME, true), null);
    assertEquals(1, wrapper.page().stops);
    assertBundled(page());
    wrapper.client().onPageCommitVisible(wrapper.webView(), Wrapper.HOME);
    assertNull("the next opening asks the server again", page());
  }

  @Test
  public void aServerThatIsSilentOrBrokenIsNotWaitedFor() throws IOException {
    start();
    page();
    shadowOf(Looper.getMainLooper()).idleFor(Duration.ofMillis(4_900));
    assertEquals(0, wrapper.page().stops);
    shadowOf(Looper.getMainLooper()).idleFor(Duration.ofMillis(200));
    assertEquals(1, wrapper.page().stops);
    assertBundled(page());
    wrapper.client().onPageCommitVisible(wrapper.webView(), Wrapper.HOME);
    page();
    wrapper.client().onReceivedHttpError(wrapper.webView(), new LinksTest.Request(Wrapper.HOME, true), status(502));
    assertBundled(page());
  }

  @Test
  public void whatFailsBesideThePageDoesNotReloadIt() {
    start();
    page();
    LinksTest.Request call = new LinksTest.Request(Wrapper.HOME + "api/app/init", false);
    wrapper.client().onReceivedError(wrapper.webView(), call, null);
    wrapper.client().onReceivedHttpError(wrapper.webView(), call, status(500));
    wrapper.client().onReceivedHttpError(wrapper.webView(), new LinksTest.Request(Wrapper.HOME, true), status(404));
    assertEquals(0, wrapper.page().stops);
  }

  @Test
  public void filesOfTheBundleComeFromTheApkAndCallsFromTheServer() throws IOException {
    start();
    String file = null;
    for (String line : Assets.lines(Wrapper.context(), "web.txt")) if (line.endsWith(".js")) file = line;
    WebResourceResponse script = answerTo(Wrapper.HOME + file, false);
    assertEquals("text/javascript", script.getMimeType());
    assertTrue(Assets.bytes(script.getData()).length > 0);
    assertNull(answerTo(Wrapper.HOME + "api/app/init", false));
    assertNull(answerTo(Wrapper.HOME + "assets/not-there.js", false));
    assertNull(answerTo(Wrapper.HOME + "assets/../protocol.json", false));
  }

  @Test
  public void nothingOfAnotherOriginIsLoaded() throws IOException {
    start();
    for (boolean isForThePage : new boolean[] {true, false}) {
      WebResourceResponse answer = answerTo("https://evil.example/a.js", isForThePage);
      assertEquals(403, answer.getStatusCode());
      assertEquals(0, Assets.bytes(answer.getData()).length);
    }
  }

  @Test
  public void anotherPageHasNoBridgeIsNotHeardAndDoesNotStay() {
    start();
    BridgeObject bridge = wrapper.bridge();
    wrapper.client().onPageStarted(wrapper.webView(), "https://evil.example/", null);
    assertNull("no bridge", wrapper.bridge());
    assertEquals(1, wrapper.page().stops);
    bridge.postMessage("{\"event\":\"localCache\",\"action\":\"set\",\"data\":{\"key\":\"a\",\"value\":\"b\"}}");
    bridge.saveFile("a.pdf", "application/pdf", "AAAA");
    Wrapper.idle();
    assertTrue(wrapper.hasOpenedNothing());
    assertEquals(Wrapper.HOME, wrapper.page().getLastLoadedUrl());
    assertNotNull("with our page it is there again", wrapper.bridge());
    wrapper.client().onPageStarted(wrapper.webView(), Wrapper.HOME, null);
    assertEquals(Json.record("value", null), wrapper.ask("localCache.get", "{\"key\":\"a\"}"));
  }

  @Test
  public void anAnswerForOurPageIsNotGivenToAnother() {
    String id = start().post("localCache.get", "{\"key\":\"a\"}");
    wrapper.post("localCache.set", "{\"key\":\"after\",\"value\":\"b\"}");
    wrapper.client().doUpdateVisitedHistory(wrapper.webView(), "about:blank", false);
    // Carried out in their order: when the second has been, the first has its answer.
    Wrapper.untilTrue(() -> Wrapper.context().getSharedPreferences("local-cache", 0).contains("after"));
    Wrapper.idle();
    wrapper.client().doUpdateVisitedHistory(wrapper.webView(), Wrapper.HOME, false);
    assertNull(wrapper.answerOrNull(id));
  }

  @Test
  public void aCertificateThatIsNotTrustedEndsIt() {
    start();
    SslErrorHandler handler = Shadow.newInstanceOf(SslErrorHandler.class);
    wrapper.client().onReceivedSslError(wrapper.webView(), handler, (SslError) null);
    assertTrue(shadowOf(handler).wasCancelCalled());
    assertFalse(shadowOf(handler).wasProceedCalled());
  }

  @Test
  public void backGoesThroughThePagesAndThenLeaves() {
    start();
    wrapper.page().pushEntryToHistory(Wrapper.HOME);
    wrapper.page().pushEntryToHistory(Wrapper.HOME + "#/pages/orders/orders");
    wrapper.activity().onBackPressed();
    assertEquals(1, wrapper.page().getGoBackInvocations());
    assertFalse(wrapper.activity().isFinishing());
    wrapper.page().setCanGoBack(false);
    wrapper.activity().onBackPressed();
    // Since Android 12 the first screen of an app is put behind, not ended.
    if (Build.VERSION.SDK_INT < 31) assertTrue(wrapper.activity().isFinishing());
    assertEquals(1, wrapper.page().getGoBackInvocations());
  }

  @Test
  public void littleMemoryKeepsThePageAndItsBridge() {
    start();
    for (int level : new int[] {
      ComponentCallbacks2.TRIM_MEMORY_RUNNING_CRITICAL, ComponentCallbacks2.TRIM_MEMORY_COMPLETE,
    }) {
      wrapper.activity().onTrimMemory(level);
    }
    wrapper.activity().onLowMemory();
    assertFalse(wrapper.page().wasDestroyCalled());
    wrapper.settle();
  }

  /** Where the system ends a page of its own accord, the app would go with it. */
  private static final class Gone extends RenderProcessGoneDetail {
    @Override
    public boolean didCrash() {
      return false;
    }

    @Override
    public int rendererPriorityAtExit() {
      return 0;
    }
  }

  @Test
  public void aPageThatTheSystemEndedIsOpenedAnew() {
    if (Build.VERSION.SDK_INT < 26) return;
    start();
    Object before = wrapper.webView();
    assertTrue(wrapper.client().onRenderProcessGone(wrapper.webView(), new Gone()));
    Wrapper.idle();
    assertNotSame(before, wrapper.webView());
    assertNotNull(wrapper.bridge());
  }

  /** A photo whose answer goes in many chunks. */
  private String postPhoto() throws IOException {
    Wrapper.grant(Manifest.permission.CAMERA);
    String id = wrapper.post("takePhoto", "{\"kind\":\"id_front\",\"consent_version\":\"2026-11\"}");
    IntentForResult camera = wrapper.opened();
    android.graphics.Bitmap noise =
        android.graphics.Bitmap.createBitmap(1200, 1200, android.graphics.Bitmap.Config.ARGB_8888);
    int[] pixels = new int[1200 * 1200];
    java.util.Random random = new java.util.Random(7);
    for (int at = 0; at < pixels.length; at += 1) pixels[at] = random.nextInt() | 0xff000000;
    noise.setPixels(pixels, 0, 1200, 0, 0, 1200, 1200);
    try (OutputStream out = Wrapper.context().getContentResolver().openOutputStream(
        android.net.Uri.parse("content://com.example.hola.photos/photo.jpg"), "w")) {
      noise.compress(android.graphics.Bitmap.CompressFormat.JPEG, 95, out);
    }
    wrapper.give(camera, Activity.RESULT_OK, null);
    return id;
  }

  private int chunks() {
    int count = 0;
    for (String script : wrapper.page().scripts) if (script.startsWith("window.onNativeChunk")) count += 1;
    return count;
  }

  @Test
  public void rotatedDuringAnAnswerInChunksItArrivesWhole() {
    if (Build.VERSION.SDK_INT < 26) return;
    String id = photoPosted();
    Wrapper.untilTrue(() -> chunks() > 0);
    RuntimeEnvironment.setQualifiers("+land");
    wrapper.controller().configurationChange();
    assertNotNull(Json.asRecord(wrapper.answer(id).get("photo")).get("base64"));
    assertTrue("chunks: " + chunks(), chunks() > 10);
  }

  @Test
  public void endedBySystemDuringAnAnswerInChunksTheRestIsDropped() {
    if (Build.VERSION.SDK_INT < 26) return;
    photoPosted();
    Wrapper.untilTrue(() -> chunks() > 0);
    RecordingWebView before = wrapper.page();
    int given = chunks();
    // Some more are on their way to the page that is gone: running one there would fail.
    for (int at = 0; at < 10; at += 1) wrapper.post("localCache.get", "{\"key\":\"a\"}");
    wrapper.dieAndComeBack();
    wrapper.settle();
    assertTrue(before.wasDestroyCalled());
    assertTrue(given > 0);
    assertEquals("the new page is given nothing of it", 0, chunks());
  }

  private String photoPosted() {
    start();
    try {
      return postPhoto();
    } catch (IOException problem) {
      throw new AssertionError(problem);
    }
  }
}
