package hola.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The fields that a record may have, read from a row of protocol.json. The web app reads by the same rows. */
public final class Shape {
  /** Where null is a value, this says that there is none. */
  private static final Object WRONG = new Object();

  private static final long WHOLE_MAX = (1L << 53) - 1;

  private final Map<String, Object> fields;

  Shape(Map<String, Object> fields) {
    this.fields = fields;
  }

  Shape with(String name, Object field) {
    Map<String, Object> more = new LinkedHashMap<>(fields);
    more.put(name, field);
    return new Shape(more);
  }

  /** What the shape names and nothing else: anything more is left behind here. Null when something is not as said. */
  public Map<String, Object> read(Object value) {
    return Json.asRecord(readFields(fields, value));
  }

  /** One field alone, or null when it is missing or not as said. */
  Object readField(String name, Map<String, Object> record) {
    Object read = readField(Json.asRecord(fields.get(name)), record.get(name));
    return read == WRONG ? null : read;
  }

  private static Object readFields(Map<String, Object> fields, Object value) {
    Map<String, Object> record = Json.asRecord(value);
    if (record == null) return WRONG;
    Map<String, Object> read = new LinkedHashMap<>();
    for (Map.Entry<String, Object> entry : fields.entrySet()) {
      Map<String, Object> field = Json.asRecord(entry.getValue());
      if (!record.containsKey(entry.getKey())) {
        if (is(field, "optional")) continue;
        return WRONG;
      }
      Object part = readField(field, record.get(entry.getKey()));
      if (part == WRONG) return WRONG;
      read.put(entry.getKey(), part);
    }
    return read;
  }

  private static Object readField(Map<String, Object> field, Object value) {
    if (value == null) return is(field, "nullable") ? null : WRONG;
    switch ((String) field.get("kind")) {
      case "text":
        return isText(field, value) ? value : WRONG;
      case "whole":
        Long number = whole(value);
        return number != null && isWithin(number, field) ? number : WRONG;
      case "flag":
        return value instanceof Boolean ? value : WRONG;
      case "choice":
        return value instanceof String && Json.asList(field.get("of")).contains(value) ? value : WRONG;
      case "list":
        return readList(field, value);
      case "record":
        return readFields(Json.asRecord(field.get("fields")), value);
      default:
        throw new IllegalStateException("protocol.json has a kind of field that this wrapper does not know");
    }
  }

  private static Object readList(Map<String, Object> field, Object value) {
    List<Object> list = Json.asList(value);
    if (list == null || list.size() > (Long) field.get("max")) return WRONG;
    List<Object> read = new ArrayList<>(list.size());
    for (Object item : list) {
      Object part = readField(Json.asRecord(field.get("of")), item);
      if (part == WRONG) return WRONG;
      read.add(part);
    }
    return read;
  }

  private static boolean isText(Map<String, Object> field, Object value) {
    if (!(value instanceof String) || !isWithin(((String) value).length(), field)) return false;
    String pattern = (String) field.get("pattern");
    return pattern == null || Pattern.matches(pattern, (String) value);
  }

  /** 2.0 is a whole number to the page as well. */
  private static Long whole(Object value) {
    if (value instanceof Double) {
      double number = (Double) value;
      if (Math.rint(number) != number || Math.abs(number) > WHOLE_MAX) return null;
      return (long) number;
    }
    return value instanceof Long && Math.abs((Long) value) <= WHOLE_MAX ? (Long) value : null;
  }

  private static boolean isWithin(long size, Map<String, Object> field) {
    return size >= (Long) field.get("min") && size <= (Long) field.get("max");
  }

  private static boolean is(Map<String, Object> field, String flag) {
    return Boolean.TRUE.equals(field.get(flag));
  }
}
