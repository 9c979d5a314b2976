package hola.host;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.view.ViewGroup;
import android.webkit.WebView;
import android.widget.FrameLayout;
import hola.core.AppInfo;
import hola.core.BundledWeb;
import hola.core.HttpPost;
import hola.core.OriginPolicy;
import hola.core.PageStart;
import hola.core.Ports;
import hola.core.Protocol;
import hola.core.Router;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The one screen: a WebView with the web app, and what connects it with the phone. It decides nothing. */
public final class MainActivity extends Activity {
  private final ExecutorService inOrder = Executors.newSingleThreadExecutor();
  private final ExecutorService background = Executors.newFixedThreadPool(2);
  private final Outcomes outcomes = new Outcomes(this);
  private WebView webView;
  private Router router;

  @Override
  protected void onCreate(Bundle saved) {
    super.onCreate(saved);
    AppInfo app = Assets.appInfo(this);
    Protocol protocol = Protocol.read(Assets.text(this, "protocol.json"));
    OriginPolicy origin = new OriginPolicy(app.origin, protocol.uriSchemes);
    PageStart start = new PageStart();
    BundledWeb web = new BundledWeb(app, origin, Assets.lines(this, "web.txt"), start);

    webView = new WebView(this);
    CameraAdapter camera = new CameraAdapter(this, outcomes, background, app);
    Ports ports = ports(app, camera);
    PageView page = new PageView(webView, origin);
    router = new Router(protocol, app, ports, page, inOrder, background);
    WebSetup.harden(webView, app);
    webView.setWebViewClient(Newer.pageClient(new PageClient(this, page, origin, web, start, ports.links)));
    webView.setWebChromeClient(new PageChrome(router, outcomes, camera, page));
    FileSaver files = new FileSaver(this, outcomes, background);
    webView.addJavascriptInterface(new BridgeObject(router, page, origin, files), "androidBridge");

    setContentView(framed(webView));
    if (saved == null || webView.restoreState(saved) == null) webView.loadUrl(app.origin + "/");
  }

  private Ports ports(AppInfo app, CameraAdapter camera) {
    Ports ports = new Ports();
    ports.permissions = new PermissionsAdapter(this, outcomes);
    ports.disclosure = new DisclosureAdapter(this);
    ports.camera = camera;
    ports.device = new DeviceAdapter(app);
    ports.inbox = Flavour.inbox(this);
    ports.apps = new AppsAdapter(this);
    ports.contacts = new ContactsAdapter(this, outcomes);
    ports.location = new LocationAdapter(this);
    ports.cache = new CacheAdapter(this);
    ports.links = new LinksAdapter(this);
    ports.counter = new CounterAdapter(this);
    ports.http = new HttpPost();
    ports.clock = System::currentTimeMillis;
    return ports;
  }

  /** From Android 15 on an app is drawn under the bars of the system; the page stays clear of them and of the keyboard. */
  @SuppressWarnings("deprecation")
  private FrameLayout framed(WebView content) {
    FrameLayout frame = new FrameLayout(this);
    int all = ViewGroup.LayoutParams.MATCH_PARENT;
    frame.addView(content, new FrameLayout.LayoutParams(all, all));
    frame.setOnApplyWindowInsetsListener((view, insets) -> {
      view.setPadding(
          insets.getSystemWindowInsetLeft(), insets.getSystemWindowInsetTop(),
          insets.getSystemWindowInsetRight(), insets.getSystemWindowInsetBottom());
      return insets.consumeSystemWindowInsets();
    });
    return frame;
  }

  @Override
  public void onBackPressed() {
    if (webView.canGoBack()) webView.goBack();
    else super.onBackPressed();
  }

  @Override
  protected void onSaveInstanceState(Bundle out) {
    super.onSaveInstanceState(out);
    webView.saveState(out);
  }

  @Override
  protected void onResume() {
    super.onResume();
    webView.onResume();
  }

  @Override
  protected void onPause() {
    webView.onPause();
    super.onPause();
  }

  @Override
  protected void onStop() {
    router.hide();
    super.onStop();
  }

  @Override
  protected void onDestroy() {
    webView.destroy();
    inOrder.shutdown();
    background.shutdown();
    super.onDestroy();
  }

  @Override
  protected void onActivityResult(int request, int result, Intent data) {
    outcomes.activityEnded(request, result, data);
  }

  @Override
  public void onRequestPermissionsResult(int request, String[] permissions, int[] results) {
    outcomes.permissionAnswered(request);
  }
}
