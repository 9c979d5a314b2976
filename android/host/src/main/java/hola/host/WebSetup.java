package hola.host;

import android.webkit.CookieManager;
import android.webkit.WebSettings;
import android.webkit.WebView;
import hola.core.AppInfo;

/** A WebView with everything closed that the web app does not need. */
final class WebSetup {
  private WebSetup() {}

  static void harden(WebView webView, AppInfo app) {
    WebView.setWebContentsDebuggingEnabled(false);
    WebSettings settings = webView.getSettings();
    settings.setJavaScriptEnabled(true);
    settings.setDomStorageEnabled(true);
    settings.setUserAgentString(settings.getUserAgentString() + " " + app.marker());
    settings.setAllowFileAccess(false);
    settings.setAllowFileAccessFromFileURLs(false);
    settings.setAllowUniversalAccessFromFileURLs(false);
    settings.setAllowContentAccess(false);
    settings.setGeolocationEnabled(false);
    settings.setMixedContentMode(WebSettings.MIXED_CONTENT_NEVER_ALLOW);
    settings.setJavaScriptCanOpenWindowsAutomatically(false);
    settings.setSupportMultipleWindows(false);
    settings.setMediaPlaybackRequiresUserGesture(true);
    settings.setSupportZoom(false);
    settings.setSaveFormData(false);
    CookieManager.getInstance().setAcceptThirdPartyCookies(webView, false);
    Newer.harden(settings);
  }
}
