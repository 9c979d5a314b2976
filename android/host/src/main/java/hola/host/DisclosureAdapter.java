package hola.host;

import android.app.Activity;
import android.app.AlertDialog;
import hola.core.Ports;
import hola.core.Reply;

/** Our own words before the system's question; closing them is a no, and as easy. */
final class DisclosureAdapter implements Ports.Disclosure {
  private final Activity activity;
  private final Outcomes outcomes;

  DisclosureAdapter(Activity activity, Outcomes outcomes) {
    this.activity = activity;
    this.outcomes = outcomes;
  }

  @Override
  public void show(String permission, Reply<Boolean> reply) {
    outcomes.show(reply, () -> new AlertDialog.Builder(activity)
        .setTitle(words(permission, "title"))
        .setMessage(words(permission, "text"))
        .setPositiveButton(R.string.disclosure_yes, (dialog, button) -> reply.done(true))
        .setNegativeButton(R.string.disclosure_no, (dialog, button) -> reply.done(false))
        .setOnCancelListener(dialog -> reply.done(false))
        .show());
  }

  private int words(String permission, String part) {
    String name = "disclosure_" + permission + "_" + part;
    return activity.getResources().getIdentifier(name, "string", activity.getPackageName());
  }
}
