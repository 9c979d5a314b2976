package hola.core;

import java.util.Locale;
import java.util.Map;

/** Why something was not done: the errors of protocol.json, and no others. */
public enum Refusal {
  UNKNOWN_EVENT,
  INVALID_DATA,
  NO_CONSENT,
  PERMISSION_DENIED,
  CANCELLED,
  BUSY,
  NOT_READY,
  UNAVAILABLE,
  UPLOAD_FAILED,
  FAILED;

  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  Map<String, Object> asAnswer() {
    return Json.record("error", code());
  }
}
