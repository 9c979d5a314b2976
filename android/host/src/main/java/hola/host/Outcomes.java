package hola.host;

import android.app.Activity;
import android.content.ActivityNotFoundException;
import android.content.Intent;
import android.util.SparseArray;
import hola.core.Refusal;
import hola.core.Reply;

/** Who waits for another app or for the system's question, by the number that Android gives back. */
final class Outcomes {
  interface Outcome {
    /** Null data when the person went back without anything. */
    void ended(boolean isOk, Intent data);
  }

  private static final int NUMBERS = 0x7fff;

  private final Activity activity;
  private final SparseArray<Outcome> waiting = new SparseArray<>();
  private int last = 0;

  Outcomes(Activity activity) {
    this.activity = activity;
  }

  /** Shows something on the main thread; a screen that has gone meanwhile shows nothing any more. */
  void show(Reply<?> reply, Runnable task) {
    activity.runOnUiThread(() -> {
      if (activity.isFinishing() || activity.isDestroyed()) reply.refused(Refusal.CANCELLED);
      else task.run();
    });
  }

  /** False when no app of this phone can do it. Call it on the main thread, like all that follows. */
  boolean open(Intent intent, Outcome outcome) {
    int number = expect(outcome);
    try {
      activity.startActivityForResult(intent, number);
      return true;
    } catch (ActivityNotFoundException | SecurityException problem) {
      waiting.remove(number);
      return false;
    }
  }

  void askFor(String permission, Runnable ended) {
    activity.requestPermissions(new String[] {permission}, expect((isOk, data) -> ended.run()));
  }

  /** False when nobody waits for it: whoever asked is gone, with the page or with the process. */
  boolean activityEnded(int number, int result, Intent data) {
    return take(number, result == Activity.RESULT_OK, data);
  }

  void permissionAnswered(int number) {
    take(number, true, null);
  }

  private int expect(Outcome outcome) {
    last = last % NUMBERS + 1;
    waiting.put(last, outcome);
    return last;
  }

  private boolean take(int number, boolean isOk, Intent data) {
    Outcome outcome = waiting.get(number);
    waiting.remove(number);
    if (outcome != null) outcome.ended(isOk, data);
    return outcome != null;
  }
}
