package hola.host;

import android.content.ActivityNotFoundException;
import android.content.Context;
import android.content.Intent;
import android.net.Uri;
import hola.core.Ports;

final class LinksAdapter implements Ports.Links {
  private final Context context;

  LinksAdapter(Context context) {
    this.context = context;
  }

  private static Intent intent(String uri) {
    return new Intent(Intent.ACTION_VIEW, Uri.parse(uri))
        .addCategory(Intent.CATEGORY_BROWSABLE)
        .addFlags(Intent.FLAG_ACTIVITY_NEW_TASK);
  }

  @Override
  public boolean canOpen(String uri) {
    return intent(uri).resolveActivity(context.getPackageManager()) != null;
  }

  @Override
  public boolean open(String uri) {
    try {
      context.startActivity(intent(uri));
      return true;
    } catch (ActivityNotFoundException | SecurityException problem) {
      return false;
    }
  }
}
