package hola.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON by the letter of its standard. The phone's own reader lets comments, bare words and endless nesting through, and
 * differs from the one that tests would use; what a page sends deserves neither. A record is a Map, a list a List, a
 * whole number a Long, any other number a Double, null is null.
 */
public final class Json {
  /** Not JSON, or nested deeper than anything of ours. It says where, never what stood there. */
  public static final class Malformed extends Exception {
    private static final long serialVersionUID = 1;

    Malformed(int at) {
      super("at " + at, null, false, false);
    }
  }

  private static final int DEPTH_MAX = 32;

  private final String text;
  private int at = 0;

  private Json(String text) {
    this.text = text;
  }

  public static Object parse(String text) throws Malformed {
    Json json = new Json(text);
    Object value = json.value(0);
    json.skipSpace();
    if (json.at < text.length()) throw json.malformed();
    return value;
  }

  /** A record of ours, written as key, value, key, value. */
  public static Map<String, Object> record(Object... pairs) {
    Map<String, Object> record = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) record.put((String) pairs[i], pairs[i + 1]);
    return record;
  }

  @SuppressWarnings("unchecked")
  public static Map<String, Object> asRecord(Object value) {
    return value instanceof Map ? (Map<String, Object>) value : null;
  }

  @SuppressWarnings("unchecked")
  public static List<Object> asList(Object value) {
    return value instanceof List ? (List<Object>) value : null;
  }

  /** As the page's own JSON.stringify would write it, so that both sides count the same length. */
  public static String write(Object value) {
    StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  /** A text as it stands in a script: ASCII alone, so that no line end and no half pair is lost. */
  static String literal(String text) {
    StringBuilder out = new StringBuilder(text.length() + 2);
    writeText(text, '~', out);
    return out.toString();
  }

  private Malformed malformed() {
    return new Malformed(at);
  }

  private void skipSpace() {
    while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) at += 1;
  }

  private char next() throws Malformed {
    if (at >= text.length()) throw malformed();
    return text.charAt(at++);
  }

  private boolean takes(char wanted) {
    skipSpace();
    if (at >= text.length() || text.charAt(at) != wanted) return false;
    at += 1;
    return true;
  }

  private Object value(int depth) throws Malformed {
    if (depth > DEPTH_MAX) throw malformed();
    skipSpace();
    if (at >= text.length()) throw malformed();
    switch (text.charAt(at)) {
      case '{':
        return object(depth);
      case '[':
        return array(depth);
      case '"':
        return string();
      case 't':
        return word("true", Boolean.TRUE);
      case 'f':
        return word("false", Boolean.FALSE);
      case 'n':
        return word("null", null);
      default:
        return number();
    }
  }

  private Object word(String word, Object value) throws Malformed {
    if (!text.startsWith(word, at)) throw malformed();
    at += word.length();
    return value;
  }

  private Map<String, Object> object(int depth) throws Malformed {
    at += 1;
    Map<String, Object> object = new LinkedHashMap<>();
    if (takes('}')) return object;
    do {
      skipSpace();
      if (at >= text.length() || text.charAt(at) != '"') throw malformed();
      String name = string();
      if (!takes(':')) throw malformed();
      object.put(name, value(depth + 1));
    } while (takes(','));
    if (!takes('}')) throw malformed();
    return object;
  }

  private List<Object> array(int depth) throws Malformed {
    at += 1;
    List<Object> array = new ArrayList<>();
    if (takes(']')) return array;
    do {
      array.add(value(depth + 1));
    } while (takes(','));
    if (!takes(']')) throw malformed();
    return array;
  }

  private String string() throws Malformed {
    at += 1;
    StringBuilder string = new StringBuilder();
    for (;;) {
      char unit = next();
      if (unit == '"') return string.toString();
      if (unit < ' ') throw malformed();
      string.append(unit == '\\' ? escaped() : unit);
    }
  }

  private char escaped() throws Malformed {
    char unit = next();
    switch (unit) {
      case '"':
      case '\\':
      case '/':
        return unit;
      case 'b':
        return '\b';
      case 'f':
        return '\f';
      case 'n':
        return '\n';
      case 'r':
        return '\r';
      case 't':
        return '\t';
      case 'u':
        int code = 0;
        for (int i = 0; i < 4; i += 1) {
          int digit = "0123456789abcdef".indexOf(Character.toLowerCase(next()));
          if (digit < 0) throw malformed();
          code = code * 16 + digit;
        }
        return (char) code;
      default:
        throw malformed();
    }
  }

  private int digits() {
    int from = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') at += 1;
    return at - from;
  }

  private Object number() throws Malformed {
    int from = at;
    boolean isWhole = true;
    if (text.charAt(at) == '-') at += 1;
    boolean leadsWithZero = at < text.length() && text.charAt(at) == '0';
    int count = digits();
    if (count == 0 || (leadsWithZero && count > 1)) throw malformed();
    if (at < text.length() && text.charAt(at) == '.') {
      isWhole = false;
      at += 1;
      if (digits() == 0) throw malformed();
    }
    if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
      isWhole = false;
      at += 1;
      if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) at += 1;
      if (digits() == 0) throw malformed();
    }
    String number = text.substring(from, at);
    if (isWhole && count <= 18) return Long.valueOf(number);
    return Double.valueOf(number);
  }

  private static void write(Object value, StringBuilder out) {
    if (value instanceof String) {
      writeText((String) value, Character.MAX_VALUE, out);
    } else if (value instanceof Map) {
      char before = '{';
      for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
        writeText((String) entry.getKey(), Character.MAX_VALUE, out.append(before));
        write(entry.getValue(), out.append(':'));
        before = ',';
      }
      if (before == '{') out.append(before);
      out.append('}');
    } else if (value instanceof List) {
      char before = '[';
      for (Object item : (List<?>) value) {
        write(item, out.append(before));
        before = ',';
      }
      if (before == '[') out.append(before);
      out.append(']');
    } else if (value == null || value instanceof Boolean || value instanceof Long || value instanceof Integer) {
      out.append(value);
    } else {
      throw new IllegalArgumentException("no JSON for " + value.getClass().getName());
    }
  }

  private static void writeText(String text, char lastPlain, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i += 1) {
      char unit = text.charAt(i);
      int named = "\b\f\n\r\t\"\\".indexOf(unit);
      if (named >= 0) out.append('\\').append("bfnrt\"\\".charAt(named));
      else if (unit >= ' ' && unit <= lastPlain && !isHalfPair(text, i)) out.append(unit);
      else {
        String hex = Integer.toHexString(unit);
        out.append("\\u").append("0000", 0, 4 - hex.length()).append(hex);
      }
    }
    out.append('"');
  }

  /** Half a character, which no encoding could carry. */
  private static boolean isHalfPair(String text, int at) {
    char unit = text.charAt(at);
    if (Character.isHighSurrogate(unit)) return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
    return Character.isLowSurrogate(unit) && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
  }
}
