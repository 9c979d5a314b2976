package hola.host;

import android.content.Context;
import android.database.Cursor;
import android.provider.Telephony;
import hola.core.Ports;

/** Hands one message after the other to the core, which keeps no text. */
final class InboxAdapter implements Ports.Inbox {
  private static final String[] COLUMNS = {
    Telephony.Sms.Inbox.ADDRESS, Telephony.Sms.Inbox.DATE, Telephony.Sms.Inbox.BODY,
  };

  private final Context context;

  InboxAdapter(Context context) {
    this.context = context;
  }

  @Override
  public void read(Reader reader) {
    try (Cursor cursor = context.getContentResolver().query(
        Telephony.Sms.Inbox.CONTENT_URI, COLUMNS, null, null, Telephony.Sms.Inbox.DATE + " DESC")) {
      while (cursor != null && cursor.moveToNext()) {
        if (!reader.take(cursor.getString(0), cursor.getLong(1), cursor.getString(2))) return;
      }
    }
  }
}
