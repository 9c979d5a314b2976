package hola.host;

import android.annotation.TargetApi;
import android.location.LocationManager;
import android.os.Build;
import android.webkit.RenderProcessGoneDetail;
import android.webkit.WebSettings;
import android.webkit.WebView;
import android.webkit.WebViewClient;

/**
 * All that Android 7 does not have. The build compiles every other file against Android 7 itself, so that nothing newer
 * is used without a question about the version.
 */
final class Newer {
  private Newer() {}

  static void harden(WebSettings settings) {
    if (Build.VERSION.SDK_INT >= 26) settings.setSafeBrowsingEnabled(true);
    // The web app has its own dark colours.
    if (Build.VERSION.SDK_INT >= 33) settings.setAlgorithmicDarkeningAllowed(false);
  }

  /** The system's own mix of sources answers to the approximate permission; before it, the network did. */
  static String coarseProvider(LocationManager manager) {
    boolean isFused = Build.VERSION.SDK_INT >= 31 && manager.getAllProviders().contains(LocationManager.FUSED_PROVIDER);
    return isFused ? LocationManager.FUSED_PROVIDER : LocationManager.NETWORK_PROVIDER;
  }

  static WebViewClient pageClient(PageClient client) {
    return Build.VERSION.SDK_INT >= 26 ? new RecoveringClient(client) : client;
  }

  /** A page whose process was ended by the system, for want of memory, is opened anew instead of taking the app along. */
  @TargetApi(26)
  private static final class RecoveringClient extends PageClient {
    RecoveringClient(PageClient same) {
      super(same);
    }

    @Override
    public boolean onRenderProcessGone(WebView view, RenderProcessGoneDetail detail) {
      recreate();
      return true;
    }
  }
}
