package hola.host;

import android.webkit.ValueCallback;
import android.webkit.WebSettings;
import android.webkit.WebView;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowWebView;

/** Robolectric's WebView shows no page. This one keeps every script that the host runs in it, not the last one alone. */
@Implements(WebView.class)
public class RecordingWebView extends ShadowWebView {
  static boolean isDebuggable;

  private final WebSettings settings = new RecordingSettings();
  final List<String> scripts = new ArrayList<>();
  int stops;

  @Implementation
  @Override
  protected void evaluateJavascript(String script, ValueCallback<String> callback) {
    if (wasDestroyCalled()) throw new AssertionError("a script for a page that is gone");
    scripts.add(script);
  }

  @Implementation
  @Override
  protected WebSettings getSettings() {
    return settings;
  }

  @Implementation
  protected void stopLoading() {
    stops += 1;
  }

  @Implementation
  public static void setWebContentsDebuggingEnabled(boolean enabled) {
    isDebuggable = enabled;
  }
}
