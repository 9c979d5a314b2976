package hola.host;

import android.webkit.JavascriptInterface;
import hola.core.FileToSave;
import hola.core.OriginPolicy;
import hola.core.Router;

/** `window.androidBridge`. */
final class BridgeObject {
  private final Router router;
  private final PageView page;
  private final OriginPolicy origin;
  private final FileSaver files;

  BridgeObject(Router router, PageView page, OriginPolicy origin, FileSaver files) {
    this.router = router;
    this.page = page;
    this.origin = origin;
    this.files = files;
  }

  @JavascriptInterface
  public void postMessage(String json) {
    router.receive(json, page.url());
  }

  /** Beside the protocol: what a browser does with a link to download, and a WebView does not. */
  @JavascriptInterface
  public void saveFile(String name, String mimeType, String base64) {
    FileToSave file = FileToSave.of(origin, page.url(), name, mimeType, base64);
    if (file != null) files.save(file);
  }
}
