package hola.core;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Data mode `native_upload`: the wrapper calls the server itself, at most as often as the protocol says, one right after the other. */
final class Upload {
  private final String origin;
  private final Protocol protocol;
  private final Ports.Http http;

  Upload(String origin, Protocol protocol, Ports.Http http) {
    this.origin = origin;
    this.protocol = protocol;
    this.http = http;
  }

  /** How much was kept, or null when it was not to be done. */
  Map<String, Object> send(Protocol.Call call, Map<String, Object> answer, Map<String, Object> credentials) {
    String url = origin + "/api/" + call.uploads;
    Map<String, String> headers = headersOf(credentials);
    String body = Json.write(bodyOf(call, answer));
    for (int attempt = 1; attempt <= protocol.uploadAttemptsMax; attempt += 1) {
      Map<String, Object> envelope = exchange(url, headers, body);
      if (envelope == null) continue;
      if (isLogOut(envelope)) return null;
      Map<String, Object> uploaded = isRefused(envelope) ? null : protocol.uploaded.read(envelope.get("ret"));
      if (uploaded != null) return uploaded;
    }
    return null;
  }

  /** The records of the bridge are those of the server's calls; around them each call has its own body. */
  private static Map<String, Object> bodyOf(Protocol.Call call, Map<String, Object> answer) {
    switch (call.uploads) {
      case "user/upload_sms":
        return answer;
      case "user/upload_app":
        return Json.record("data", answer.get("packages"));
      default:
        return Json.record("data", answer);
    }
  }

  private static Map<String, String> headersOf(Map<String, Object> credentials) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("content-type", "application/json");
    headers.put("language", (String) credentials.get("language"));
    headers.put("app-name", (String) credentials.get("app_name"));
    headers.put("version", (String) credentials.get("version"));
    headers.put("version-code", String.valueOf(credentials.get("version_code")));
    headers.put("token", (String) credentials.get("token"));
    return headers;
  }

  private Map<String, Object> exchange(String url, Map<String, String> headers, String body) {
    try {
      return Json.asRecord(Json.parse(http.post(url, headers, body)));
    } catch (IOException | Json.Malformed problem) {
      return null;
    }
  }

  private static boolean isLogOut(Map<String, Object> envelope) {
    String code = String.valueOf(envelope.get("code"));
    if (code.equals("301")) return false;
    return code.equals("10001") || code.equals("403") || "bad request".equals(envelope.get("msg"));
  }

  private static boolean isRefused(Map<String, Object> envelope) {
    Object msg = envelope.get("msg");
    return "301".equals(String.valueOf(envelope.get("code"))) || (msg != null && !msg.equals(""));
  }
}
