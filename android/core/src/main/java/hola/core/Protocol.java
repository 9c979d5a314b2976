package hola.core;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** protocol.json, which is made from core/src/bridge: what may be said over the bridge, and under which conditions. */
public final class Protocol {
  /** A row of the table: one event, or one action of it. */
  public static final class Call {
    public final String name;
    public final Shape data;
    public final Shape answer;
    /** The kind of agreement that it needs; null when it needs none. */
    public final String consent;
    /** The permission that it needs; null when it needs none. */
    public final Permission permission;
    /** The server's call that takes the answer; null when it stays on the phone. */
    public final String uploads;

    private Call(String name, Map<String, Object> row, Map<String, Permission> permissions) {
      this.name = name;
      data = new Shape(Json.asRecord(row.get("data")));
      answer = new Shape(Json.asRecord(row.get("answer")));
      consent = (String) row.get("consent");
      permission = permissions.get((String) row.get("permission"));
      uploads = (String) row.get("uploads");
    }
  }

  /** Something that the person can allow. */
  public static final class Permission {
    public final String name;
    /** As Android calls it. */
    public final String android;
    private final List<Object> builds;

    private Permission(String name, Map<String, Object> row) {
      this.name = name;
      android = (String) row.get("android");
      builds = Json.asList(row.get("builds"));
    }

    public boolean isKnownTo(String build) {
      return builds.contains(build);
    }
  }

  public final int chunkCharsMax;
  public final int answerCharsMax;
  public final int uploadAttemptsMax;
  public final List<String> financeApps;
  public final List<String> uriSchemes;
  public final List<String> errors;
  public final Shape uploaded;
  private final Object upload;
  private final Map<String, Permission> permissions = new LinkedHashMap<>();
  private final Map<String, Call> calls = new LinkedHashMap<>();

  private Protocol(Map<String, Object> table) {
    chunkCharsMax = ((Long) table.get("chunk_chars_max")).intValue();
    answerCharsMax = ((Long) table.get("answer_chars_max")).intValue();
    uploadAttemptsMax = ((Long) table.get("upload_attempts_max")).intValue();
    financeApps = texts(table.get("finance_apps"));
    uriSchemes = texts(table.get("uri_schemes"));
    errors = texts(table.get("errors"));
    Map<String, Object> nativeUpload = Json.asRecord(table.get("native_upload"));
    upload = nativeUpload.get("upload");
    uploaded = new Shape(Json.asRecord(nativeUpload.get("uploaded")));
    for (Map.Entry<String, Object> row : Json.asRecord(table.get("permissions")).entrySet()) {
      permissions.put(row.getKey(), new Permission(row.getKey(), Json.asRecord(row.getValue())));
    }
    for (Map.Entry<String, Object> row : Json.asRecord(table.get("calls")).entrySet()) {
      calls.put(row.getKey(), new Call(row.getKey(), Json.asRecord(row.getValue()), permissions));
    }
  }

  /** It comes with the build: if it cannot be read, the wrapper was put together wrongly and must not start. */
  public static Protocol read(String json) {
    try {
      return new Protocol(Json.asRecord(Json.parse(json)));
    } catch (Json.Malformed problem) {
      throw new IllegalStateException("protocol.json is not JSON", problem);
    }
  }

  public Collection<Call> calls() {
    return calls.values();
  }

  public Permission permission(String name) {
    return permissions.get(name);
  }

  /** The row of a message, or null. A name in one piece, `location.stop`, is nobody's event. */
  Call callOf(Object event, Object action) {
    if (!(event instanceof String) || ((String) event).indexOf('.') >= 0) return null;
    if (action == null) return calls.get(event);
    return action instanceof String ? calls.get(event + "." + action) : null;
  }

  /** What must be told besides when the wrapper is to send the data itself. */
  Shape dataToUpload(Call call) {
    return call.data.with("upload", upload);
  }

  private static List<String> texts(Object list) {
    List<String> texts = new ArrayList<>();
    for (Object text : Json.asList(list)) texts.add((String) text);
    return texts;
  }
}
