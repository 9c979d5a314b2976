package hola.host;

import android.app.Activity;
import android.graphics.Bitmap;
import android.net.http.SslError;
import android.os.Handler;
import android.os.Looper;
import android.webkit.SslErrorHandler;
import android.webkit.WebResourceError;
import android.webkit.WebResourceRequest;
import android.webkit.WebResourceResponse;
import android.webkit.WebView;
import android.webkit.WebViewClient;
import hola.core.BundledWeb;
import hola.core.OriginPolicy;
import hola.core.PageStart;
import hola.core.Ports;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;

/** Carries out for the WebView what the core says about addresses, files and opening the page. */
class PageClient extends WebViewClient {
  private final Activity activity;
  private final PageView page;
  private final OriginPolicy origin;
  private final BundledWeb web;
  private final PageStart start;
  private final Ports.Links links;
  private final Runnable leave;
  private final Map<String, String> headers;
  private final Handler main = new Handler(Looper.getMainLooper());
  private Runnable limit = () -> {};

  /** @param leave goes back to the app's own page, without its bridge until it is there */
  PageClient(
      Activity activity, PageView page, OriginPolicy origin, BundledWeb web, PageStart start, Ports.Links links,
      Runnable leave) {
    this.activity = activity;
    this.page = page;
    this.origin = origin;
    this.web = web;
    this.start = start;
    this.links = links;
    this.leave = leave;
    headers = new HashMap<>();
    for (String line : Assets.lines(activity, "headers.txt")) {
      int colon = line.indexOf(": ");
      headers.put(line.substring(0, colon), line.substring(colon + 2));
    }
  }

  PageClient(PageClient same) {
    this(same.activity, same.page, same.origin, same.web, same.start, same.links, same.leave);
  }

  final void recreate() {
    activity.recreate();
  }

  @Override
  public boolean shouldOverrideUrlLoading(WebView view, WebResourceRequest request) {
    String url = request.getUrl().toString();
    OriginPolicy.Way way = origin.wayOf(url);
    if (way == OriginPolicy.Way.OUTSIDE && request.isForMainFrame()) links.open(url);
    return way != OriginPolicy.Way.INSIDE;
  }

  @Override
  public WebResourceResponse shouldInterceptRequest(WebView view, WebResourceRequest request) {
    String url = request.getUrl().toString();
    BundledWeb.Source source = web.of(request.getMethod(), url, request.isForMainFrame());
    if (request.isForMainFrame()) main.post(() -> await(view, url));
    if (source.from == BundledWeb.From.NETWORK) return null;
    if (source.from == BundledWeb.From.BUNDLE) {
      try {
        InputStream file = activity.getAssets().open("web/" + source.file);
        String encoding = source.mimeType.startsWith("text/") ? "utf-8" : null;
        return new WebResourceResponse(source.mimeType, encoding, 200, "OK", headers, file);
      } catch (IOException problem) {
        return null;
      }
    }
    return new WebResourceResponse(
        "text/plain", "utf-8", 403, "Forbidden", new HashMap<>(), new ByteArrayInputStream(new byte[0]));
  }

  private void await(WebView view, String url) {
    main.removeCallbacks(limit);
    limit = () -> giveUp(view, url);
    main.postDelayed(limit, PageStart.SERVER_LIMIT_MS);
  }

  private void giveUp(WebView view, String url) {
    if (!start.giveUp()) return;
    view.stopLoading();
    view.loadUrl(url);
  }

  @Override
  public void onPageStarted(WebView view, String url, Bitmap icon) {
    page.moved(url);
    // No way leads there; should there be one after all, the other page does not stay and has no bridge.
    if (!origin.isOwn(url)) leave.run();
  }

  @Override
  public void doUpdateVisitedHistory(WebView view, String url, boolean isReload) {
    page.moved(url);
  }

  @Override
  public void onPageCommitVisible(WebView view, String url) {
    start.shown();
  }

  @Override
  public void onReceivedError(WebView view, WebResourceRequest request, WebResourceError error) {
    if (request.isForMainFrame()) giveUp(view, request.getUrl().toString());
  }

  @Override
  public void onReceivedHttpError(WebView view, WebResourceRequest request, WebResourceResponse response) {
    if (request.isForMainFrame() && response.getStatusCode() >= 500) giveUp(view, request.getUrl().toString());
  }

  @Override
  public void onReceivedSslError(WebView view, SslErrorHandler handler, SslError error) {
    handler.cancel();
  }
}
