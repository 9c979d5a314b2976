package hola.core;

import java.util.Map;

/**
 * Whether a message may be carried out, judged before anything is: known, of its shape, possible in this build, agreed
 * to, allowed. The server asks for the consent once more; here it keeps data from being read at all.
 */
final class Gate {
  /** A message that may be carried out, or the reason why not. */
  static final class Verdict {
    final Protocol.Call call;
    final Map<String, Object> data;
    final boolean isUpload;
    final Refusal refusal;

    private Verdict(Protocol.Call call, Map<String, Object> data, boolean isUpload, Refusal refusal) {
      this.call = call;
      this.data = data;
      this.isUpload = isUpload;
      this.refusal = refusal;
    }
  }

  private static final String CONSENT = "consent_version";

  private final Protocol protocol;
  private final String build;
  private final Ports.Permissions permissions;

  Gate(Protocol protocol, String build, Ports.Permissions permissions) {
    this.protocol = protocol;
    this.build = build;
    this.permissions = permissions;
  }

  Verdict judge(Map<String, Object> message) {
    Protocol.Call call = protocol.callOf(message.get("event"), message.get("action"));
    if (call == null) return refused(Refusal.UNKNOWN_EVENT);
    Object mode = message.get("mode");
    boolean isUpload = "native_upload".equals(mode);
    if (mode != null && (call.uploads == null || !(isUpload || "not_upload".equals(mode)))) {
      return refused(Refusal.INVALID_DATA);
    }
    if (call.permission != null && !call.permission.isKnownTo(build)) return refused(Refusal.UNAVAILABLE);
    Map<String, Object> said = message.get("data") == null ? Json.record() : Json.asRecord(message.get("data"));
    if (said == null) return refused(Refusal.INVALID_DATA);
    if (call.consent != null && call.data.readField(CONSENT, said) == null) return refused(Refusal.NO_CONSENT);
    Map<String, Object> data = (isUpload ? protocol.dataToUpload(call) : call.data).read(said);
    if (data == null || !isOpenable(data.get("uri"))) return refused(Refusal.INVALID_DATA);
    if (call.permission != null && !permissions.isGranted(call.permission.android)) {
      return refused(Refusal.PERMISSION_DENIED);
    }
    return new Verdict(call, data, isUpload, null);
  }

  /** An address goes to another app only by a scheme of the list; most data have no address. */
  private boolean isOpenable(Object uri) {
    if (uri == null) return true;
    String text = (String) uri;
    return protocol.uriSchemes.contains(text.substring(0, text.indexOf(':')));
  }

  private static Verdict refused(Refusal why) {
    return new Verdict(null, null, false, why);
  }
}
