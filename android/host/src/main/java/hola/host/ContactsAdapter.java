package hola.host;

import android.app.Activity;
import android.content.Intent;
import android.database.Cursor;
import android.net.Uri;
import android.provider.ContactsContract.CommonDataKinds.Phone;
import hola.core.Json;
import hola.core.Ports;
import hola.core.Refusal;
import hola.core.Reply;
import java.util.Map;

/** The system's picker gives the one number that was chosen, and with it the right to read that one. */
final class ContactsAdapter implements Ports.Contacts {
  private final Activity activity;
  private final Outcomes outcomes;

  ContactsAdapter(Activity activity, Outcomes outcomes) {
    this.activity = activity;
    this.outcomes = outcomes;
  }

  @Override
  public void pick(Reply<Map<String, Object>> reply) {
    Intent picker = new Intent(Intent.ACTION_PICK, Phone.CONTENT_URI);
    outcomes.show(reply, () -> {
      boolean isOpen = outcomes.open(picker, (isOk, data) -> {
        if (!isOk || data == null || data.getData() == null) reply.refused(Refusal.CANCELLED);
        else read(data.getData(), reply);
      });
      if (!isOpen) reply.refused(Refusal.UNAVAILABLE);
    });
  }

  private void read(Uri chosen, Reply<Map<String, Object>> reply) {
    String[] columns = {Phone.DISPLAY_NAME, Phone.NUMBER};
    try (Cursor cursor = activity.getContentResolver().query(chosen, columns, null, null, null)) {
      if (cursor == null || !cursor.moveToFirst()) {
        reply.refused(Refusal.FAILED);
        return;
      }
      String name = cursor.getString(0);
      reply.done(Json.record("name", name == null ? "" : name, "phone", cursor.getString(1)));
    } catch (RuntimeException problem) {
      reply.refused(Refusal.FAILED);
    }
  }
}
