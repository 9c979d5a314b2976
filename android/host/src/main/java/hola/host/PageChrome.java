package hola.host;

import android.content.Intent;
import android.net.Uri;
import android.webkit.PermissionRequest;
import android.webkit.ValueCallback;
import android.webkit.WebChromeClient;
import android.webkit.WebView;
import hola.core.OriginPolicy;
import hola.core.Refusal;
import hola.core.Reply;
import hola.core.Router;
import java.util.Arrays;

/** What the page asks the browser around it for: the camera, and files. */
final class PageChrome extends WebChromeClient {
  private final Router router;
  private final Outcomes outcomes;
  private final CameraAdapter camera;
  private final PageView page;

  PageChrome(Router router, Outcomes outcomes, CameraAdapter camera, PageView page) {
    this.router = router;
    this.outcomes = outcomes;
    this.camera = camera;
    this.page = page;
  }

  @Override
  public void onPermissionRequest(PermissionRequest request) {
    boolean isCameraAlone = Arrays.equals(
        request.getResources(), new String[] {PermissionRequest.RESOURCE_VIDEO_CAPTURE});
    String from = request.getOrigin().toString();
    if (!isCameraAlone) {
      request.deny();
      return;
    }
    router.requestCamera(from, new Reply<Boolean>() {
      @Override
      public void done(Boolean isGranted) {
        page.post(() -> {
          if (isGranted) request.grant(request.getResources());
          else request.deny();
        });
      }

      @Override
      public void refused(Refusal why) {
        page.post(request::deny);
      }
    });
  }

  @Override
  public boolean onShowFileChooser(WebView view, ValueCallback<Uri[]> chosen, FileChooserParams parameters) {
    if (parameters.isCaptureEnabled() && camera.takeTo(uri -> chosen.onReceiveValue(uri == null ? null : new Uri[] {uri}))) {
      return true;
    }
    Intent choose = parameters.createIntent();
    boolean isOpen = outcomes.open(choose, (isOk, data) -> {
      Uri file = isOk && data != null ? data.getData() : null;
      chosen.onReceiveValue(file != null && OriginPolicy.isGivenFile(file.toString()) ? new Uri[] {file} : null);
    });
    if (!isOpen) chosen.onReceiveValue(null);
    return true;
  }
}
