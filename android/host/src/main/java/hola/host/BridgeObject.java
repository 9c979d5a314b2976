package hola.host;

import android.webkit.JavascriptInterface;
import hola.core.Router;

/** `window.androidBridge`. */
final class BridgeObject {
  private final Router router;
  private final PageView page;

  BridgeObject(Router router, PageView page) {
    this.router = router;
    this.page = page;
  }

  @JavascriptInterface
  public void postMessage(String json) {
    router.receive(json, page.url());
  }
}
