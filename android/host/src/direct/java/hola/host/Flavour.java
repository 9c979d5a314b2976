package hola.host;

import android.content.Context;
import hola.core.Ports;

/** The build that is handed out directly: with the messages of services, for whoever agrees and allows it. */
final class Flavour {
  private Flavour() {}

  static Ports.Inbox inbox(Context context) {
    return new InboxAdapter(context);
  }
}
