package hola.host;

import android.os.Handler;
import android.os.Looper;
import android.webkit.WebView;
import hola.core.OriginPolicy;
import hola.core.Router;

/** The page at the top. Its address is noted by the client, because messages come on another thread. */
final class PageView implements Router.Page {
  private final WebView webView;
  private final OriginPolicy origin;
  private final Handler main = new Handler(Looper.getMainLooper());
  private volatile String url = "";
  private boolean isClosed = false;

  PageView(WebView webView, OriginPolicy origin) {
    this.webView = webView;
    this.origin = origin;
  }

  String url() {
    return url;
  }

  void moved(String to) {
    url = to;
  }

  /** The screen is gone: what is still to be run in its page is dropped. On the main thread. */
  void close() {
    isClosed = true;
  }

  void post(Runnable task) {
    main.post(task);
  }

  @Override
  public void run(String script) {
    main.post(() -> {
      if (isClosed || !origin.isOwn(url) || !origin.isOwn(webView.getUrl())) return;
      webView.evaluateJavascript(script, null);
    });
  }
}
