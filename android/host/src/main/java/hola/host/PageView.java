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

  void post(Runnable task) {
    main.post(task);
  }

  @Override
  public void run(String script) {
    main.post(() -> {
      if (origin.isOwn(url) && origin.isOwn(webView.getUrl())) webView.evaluateJavascript(script, null);
    });
  }
}
