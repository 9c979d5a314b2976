package hola.host;

import android.app.Activity;
import android.content.Context;
import android.content.SharedPreferences;
import android.content.pm.PackageManager;
import hola.core.Ports;
import hola.core.Reply;

final class PermissionsAdapter implements Ports.Permissions {
  private final Activity activity;
  private final Outcomes outcomes;
  private final SharedPreferences asked;

  PermissionsAdapter(Activity activity, Outcomes outcomes) {
    this.activity = activity;
    this.outcomes = outcomes;
    asked = activity.getSharedPreferences("asked-permissions", Context.MODE_PRIVATE);
  }

  @Override
  public boolean isGranted(String permission) {
    return activity.checkSelfPermission(permission) == PackageManager.PERMISSION_GRANTED;
  }

  /** Android tells only that it would explain; before the first question it says the same as after the last. */
  @Override
  public boolean canAsk(String permission) {
    return !asked.contains(permission) || activity.shouldShowRequestPermissionRationale(permission);
  }

  @Override
  public void ask(String permission, Reply<Boolean> reply) {
    activity.runOnUiThread(() -> outcomes.askFor(permission, () -> {
      asked.edit().putBoolean(permission, true).apply();
      reply.done(isGranted(permission));
    }));
  }
}
