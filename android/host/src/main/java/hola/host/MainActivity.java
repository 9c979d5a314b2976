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
  private static final String BRIDGE = "androidBridge";

  private final ExecutorService inOrder = Executors.newSingleThreadExecutor();
  private final ExecutorService background = Executors.newFixedThreadPool(2);
  private final Outcomes outcomes = new Outcomes(this);
  private OriginPolicy origin;
  private WebView webView;
  private PageView page;
  private BridgeObject bridge;
  private Router router;

  @Override
  protected void onCreate(Bundle saved) {
    super.onCreate(saved);
    AppInfo app = Assets.appInfo(this);
    Protocol protocol = Protocol.read(Assets.text(this, "protocol.json"));
    origin = new OriginPolicy(app.origin, protocol.uriSchemes);
    PageStart start = new PageStart();
    BundledWeb web = new BundledWeb(app, origin, Assets.lines(this, "web.txt"), start);

    webView = new WebView(this);
    CameraAdapter camera = new CameraAdapter(this, outcomes, background, app);
    Ports ports = ports(app, camera);
    page = new PageView(webView, origin);
    router = new Router(protocol, app, ports, page, inOrder, UploadService.WORK);
    WebSetup.harden(webView, app);
    webView.setWebViewClient(Newer.pageClient(new PageClient(this, page, origin, web, start, ports.links, this::leave)));
    webView.setWebChromeClient(new PageChrome(router, outcomes, camera, page));
    bridge = new BridgeObject(router, page, origin, new FileSaver(this, outcomes, background));
    webView.addJavascriptInterface(bridge, BRIDGE);

    setContentView(framed(webView));
    // Taken for a page that is gone: by an app that the system ended meanwhile, or for a file field of an earlier start.
    PhotoProvider.file(this).delete();
    if (saved == null || webView.restoreState(saved) == null) webView.loadUrl(origin.pageOf(getIntent().getDataString()));
  }

  /** A link to one of our pages, while the app is open. Anybody can send one: what is no page of ours opens the first. */
  @Override
  protected void onNewIntent(Intent intent) {
    super.onNewIntent(intent);
    if (intent.getData() != null) webView.loadUrl(origin.pageOf(intent.getDataString()));
  }

  private void leave() {
    webView.removeJavascriptInterface(BRIDGE);
    webView.stopLoading();
    // After the page that is on its way out has ended: what is put there now would still be seen by it.
    page.post(() -> {
      if (isDestroyed()) return;
      webView.addJavascriptInterface(bridge, BRIDGE);
      webView.loadUrl(origin.pageOf(null));
    });
  }

  private Ports ports(AppInfo app, CameraAdapter camera) {
    Ports ports = new Ports();
    ports.permissions = new PermissionsAdapter(this, outcomes);
    ports.disclosure = new DisclosureAdapter(this, outcomes);
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
  protected void onStart() {
    super.onStart();
    router.show();
  }

  @Override
  protected void onStop() {
    router.hide();
    UploadService.keepUntilDone(this);
    super.onStop();
  }

  @Override
  protected void onDestroy() {
    page.close();
    webView.destroy();
    inOrder.shutdown();
    background.shutdown();
    super.onDestroy();
  }

  @Override
  protected void onActivityResult(int request, int result, Intent data) {
    if (!outcomes.activityEnded(request, result, data)) PhotoProvider.file(this).delete();
  }

  @Override
  public void onRequestPermissionsResult(int request, String[] permissions, int[] results) {
    outcomes.permissionAnswered(request);
  }
}
