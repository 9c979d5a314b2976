package hola.host;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import android.os.Build;
import android.webkit.CookieManager;
import android.webkit.WebSettings;
import org.junit.Test;

public final class SettingsTest extends HostTest {
  @Test
  public void everythingThatThePageDoesNotNeedIsClosed() {
    RecordingWebView.isDebuggable = true;
    WebSettings settings = start().webView().getSettings();
    assertTrue(settings.getJavaScriptEnabled());
    assertTrue(settings.getDomStorageEnabled());
    assertFalse("file access", settings.getAllowFileAccess());
    assertFalse("file access from files", settings.getAllowFileAccessFromFileURLs());
    assertFalse("universal access", settings.getAllowUniversalAccessFromFileURLs());
    assertFalse("content access", settings.getAllowContentAccess());
    assertFalse("windows", settings.getJavaScriptCanOpenWindowsAutomatically());
    assertFalse("multiple windows", settings.supportMultipleWindows());
    assertFalse("form data", settings.getSaveFormData());
    assertEquals("mixed content", WebSettings.MIXED_CONTENT_NEVER_ALLOW, settings.getMixedContentMode());
    if (Build.VERSION.SDK_INT >= 26) assertTrue("safe browsing", settings.getSafeBrowsingEnabled());
    assertFalse("debugging", RecordingWebView.isDebuggable);
    assertFalse("cookies", CookieManager.getInstance().acceptThirdPartyCookies(wrapper.webView()));
    assertTrue(settings.getUserAgentString(), settings.getUserAgentString().contains("HolaApp/"));
  }

  @Test
  public void opensTheAppsOwnPageWithTheBridge() {
    assertEquals(Wrapper.HOME, start().page().getLastLoadedUrl());
    assertNotNull(wrapper.bridge());
    assertEquals(Wrapper.isDirect() ? "direct" : "play", wrapper.ask("selfAppInfo", "{}").get("build"));
  }
}
