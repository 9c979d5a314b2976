package hola.host;

import android.Manifest;
import android.app.Activity;
import android.content.ClipData;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.net.Uri;
import android.provider.MediaStore;
import android.util.Base64;
import hola.core.AppInfo;
import hola.core.Ports;
import hola.core.Refusal;
import hola.core.Reply;
import java.io.IOException;
import java.util.concurrent.Executor;

/** The phone's own camera app takes the photograph and writes it to an address of ours. */
final class CameraAdapter implements Ports.Camera {
  interface Taken {
    /** Null when there is none. */
    void at(Uri photo);
  }

  private final Activity activity;
  private final Outcomes outcomes;
  private final Executor background;
  private final String authority;

  CameraAdapter(Activity activity, Outcomes outcomes, Executor background, AppInfo app) {
    this.activity = activity;
    this.outcomes = outcomes;
    this.background = background;
    authority = app.packageName + ".photos";
  }

  @Override
  public void take(boolean isOfTheFace, Reply<String> reply) {
    outcomes.show(reply, () -> {
      boolean isOpen = open(isOfTheFace, photo -> {
        if (photo == null) reply.refused(Refusal.CANCELLED);
        else background.execute(() -> read(reply));
      });
      if (!isOpen) reply.refused(Refusal.UNAVAILABLE);
    });
  }

  /** For a file field of the page. Without the permission the camera app cannot be called; then files are offered. */
  boolean takeTo(Taken taken) {
    boolean isGranted = activity.checkSelfPermission(Manifest.permission.CAMERA) == PackageManager.PERMISSION_GRANTED;
    return isGranted && open(false, taken);
  }

  private boolean open(boolean isOfTheFace, Taken taken) {
    Uri uri = new Uri.Builder().scheme("content").authority(authority).path(PhotoProvider.NAME).build();
    Intent camera = new Intent(MediaStore.ACTION_IMAGE_CAPTURE).putExtra(MediaStore.EXTRA_OUTPUT, uri);
    camera.setClipData(ClipData.newRawUri("", uri));
    camera.addFlags(Intent.FLAG_GRANT_WRITE_URI_PERMISSION | Intent.FLAG_GRANT_READ_URI_PERMISSION);
    if (isOfTheFace) {
      // Not promised by Android, but most camera apps obey one of them.
      camera.putExtra("android.intent.extras.CAMERA_FACING", 1);
      camera.putExtra("android.intent.extras.LENS_FACING_FRONT", 1);
      camera.putExtra("android.intent.extra.USE_FRONT_CAMERA", true);
    }
    PhotoProvider.file(activity).delete();
    return outcomes.open(camera, (isOk, data) -> {
      boolean isThere = isOk && PhotoProvider.file(activity).length() > 0;
      taken.at(isThere ? uri : null);
    });
  }

  private void read(Reply<String> reply) {
    try {
      byte[] jpeg = Photograph.ready(PhotoProvider.file(activity));
      reply.done(Base64.encodeToString(jpeg, Base64.NO_WRAP));
    } catch (IOException | RuntimeException | OutOfMemoryError problem) {
      reply.refused(Refusal.FAILED);
    } finally {
      PhotoProvider.file(activity).delete();
    }
  }
}
