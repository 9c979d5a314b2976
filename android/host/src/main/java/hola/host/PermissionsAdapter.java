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
  /** What was refused at least once and not granted since. */
  private final SharedPreferences refused;

  PermissionsAdapter(Activity activity, Outcomes outcomes) {
    this.activity = activity;
    this.outcomes = outcomes;
    refused = activity.getSharedPreferences("refused-permissions", Context.MODE_PRIVATE);
  }

  @Override
  public boolean isGranted(String permission) {
    return activity.checkSelfPermission(permission) == PackageManager.PERMISSION_GRANTED;
  }

  /**
   * Android tells only whether it would have us explain: after a refusal it would, before the first question and after the
   * last it would not. A question that was closed without an answer leaves things as they were.
   */
  @Override
  public boolean canAsk(String permission) {
    return !refused.contains(permission) || activity.shouldShowRequestPermissionRationale(permission);
  }

  @Override
  public void ask(String permission, Reply<Boolean> reply) {
    outcomes.show(reply, () -> outcomes.askFor(permission, () -> {
      if (isGranted(permission)) refused.edit().remove(permission).apply();
      else if (activity.shouldShowRequestPermissionRationale(permission)) refused.edit().putBoolean(permission, true).apply();
      reply.done(isGranted(permission));
    }));
  }
}
