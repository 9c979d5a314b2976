package hola.core;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** How an answer reaches the page: whole, or cut into chunks and ended by one without data. */
final class Delivery {
  private final int chunkCharsMax;
  private final int answerCharsMax;

  Delivery(Protocol protocol) {
    this.chunkCharsMax = protocol.chunkCharsMax;
    this.answerCharsMax = protocol.answerCharsMax;
  }

  /** The scripts to run in the page, in this order. */
  List<String> scripts(Object callbackId, Map<String, Object> data) {
    String json = Json.write(data);
    if (json.length() > answerCharsMax) {
      return Collections.singletonList(plain(callbackId, Refusal.FAILED.asAnswer()));
    }
    List<String> chunks = cut(json, chunkCharsMax);
    if (chunks.isEmpty()) return Collections.singletonList(plain(callbackId, data));
    List<String> scripts = new ArrayList<>(chunks.size() + 1);
    for (String chunk : chunks) {
      scripts.add(call("onNativeChunk", Json.record("callbackId", callbackId, "data", chunk)));
    }
    scripts.add(call("onNativeChunk", Json.record("callbackId", callbackId)));
    return scripts;
  }

  /** None when it goes in one piece. A cut may go through a pair or an escape: it is joined before anybody reads it. */
  static List<String> cut(String json, int charsMax) {
    List<String> chunks = new ArrayList<>();
    if (json.length() <= charsMax) return chunks;
    for (int from = 0; from < json.length(); from += charsMax) {
      chunks.add(json.substring(from, Math.min(from + charsMax, json.length())));
    }
    return chunks;
  }

  private static String plain(Object callbackId, Map<String, Object> data) {
    return call("onNativeMessage", Json.record("callbackId", callbackId, "data", data));
  }

  /** A page that has not put its function there yet, or no longer, hears nothing. */
  private static String call(String function, Map<String, Object> message) {
    return "window." + function + "&&window." + function + "(" + Json.literal(Json.write(message)) + ")";
  }
}
