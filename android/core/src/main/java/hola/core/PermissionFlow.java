package hola.core;

import java.util.Map;

/** Asking for a permission: first our own words about what it is for, and only then the system's question. */
final class PermissionFlow {
  private final String build;
  private final Ports ports;

  PermissionFlow(String build, Ports ports) {
    this.build = build;
    this.ports = ports;
  }

  Map<String, Object> check(Protocol.Permission permission) {
    boolean isKnown = permission.isKnownTo(build);
    boolean isGranted = isKnown && ports.permissions.isGranted(permission.android);
    return state(isGranted, isGranted || (isKnown && ports.permissions.canAsk(permission.android)));
  }

  void request(Protocol.Permission permission, Reply<Map<String, Object>> reply) {
    Map<String, Object> now = check(permission);
    if (now.get("granted").equals(true) || now.get("can_ask").equals(false)) {
      reply.done(now);
      return;
    }
    ports.disclosure.show(permission.name, new Reply<Boolean>() {
      @Override
      public void done(Boolean agrees) {
        if (agrees) ask(permission, reply);
        else reply.done(state(false, true));
      }

      @Override
      public void refused(Refusal why) {
        reply.refused(why);
      }
    });
  }

  private void ask(Protocol.Permission permission, Reply<Map<String, Object>> reply) {
    ports.permissions.ask(permission.android, new Reply<Boolean>() {
      @Override
      public void done(Boolean isGranted) {
        reply.done(check(permission));
      }

      @Override
      public void refused(Refusal why) {
        reply.refused(why);
      }
    });
  }

  private static Map<String, Object> state(boolean isGranted, boolean canAsk) {
    return Json.record("granted", isGranted, "can_ask", canAsk);
  }
}
