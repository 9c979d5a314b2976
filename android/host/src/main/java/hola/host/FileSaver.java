package hola.host;

import android.app.Activity;
import android.content.Intent;
import android.net.Uri;
import android.util.Base64;
import hola.core.FileToSave;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.Executor;

/** The system's own dialog asks where a document goes; no permission to the phone's files is needed for it. */
final class FileSaver {
  private final Activity activity;
  private final Outcomes outcomes;
  private final Executor background;

  FileSaver(Activity activity, Outcomes outcomes, Executor background) {
    this.activity = activity;
    this.outcomes = outcomes;
    this.background = background;
  }

  void save(FileToSave file) {
    Intent create = new Intent(Intent.ACTION_CREATE_DOCUMENT)
        .addCategory(Intent.CATEGORY_OPENABLE)
        .setType(file.mimeType)
        .putExtra(Intent.EXTRA_TITLE, file.name);
    activity.runOnUiThread(() -> outcomes.open(create, (isOk, data) -> {
      if (isOk && data != null && data.getData() != null) background.execute(() -> write(data.getData(), file));
    }));
  }

  private void write(Uri place, FileToSave file) {
    try (OutputStream out = activity.getContentResolver().openOutputStream(place)) {
      if (out != null) out.write(Base64.decode(file.base64, Base64.DEFAULT));
    } catch (IOException | RuntimeException problem) {
      // The place that was chosen has gone; the document is still in the app.
    }
  }
}
