package hola.core;

import static hola.core.TestRun.expect;

import java.util.Map;

/** The same rows as in core/src/bridge/bridge.test.ts: both sides read alike. */
final class ShapeTest {
  private static final String SHAPE = "{\"name\":{\"kind\":\"text\",\"min\":1,\"max\":3,\"pattern\":\"[a-z]+\"},"
      + "\"count\":{\"kind\":\"whole\",\"min\":0,\"max\":9},\"on\":{\"kind\":\"flag\"},"
      + "\"size\":{\"kind\":\"choice\",\"of\":[\"s\",\"m\"]},"
      + "\"list\":{\"kind\":\"list\",\"max\":2,\"of\":{\"kind\":\"whole\",\"min\":0,\"max\":9,\"nullable\":true}},"
      + "\"inner\":{\"kind\":\"record\",\"fields\":{\"note\":{\"kind\":\"text\",\"min\":0,\"max\":3,\"optional\":true}}},"
      + "\"maybe\":{\"kind\":\"flag\",\"nullable\":true}}";
  private static final String GOOD = "{\"name\":\"ab\",\"count\":3,\"on\":false,\"size\":\"m\",\"list\":[1,null],"
      + "\"inner\":{},\"maybe\":null}";

  private static Map<String, Object> read(String json) throws Json.Malformed {
    return new Shape(Json.asRecord(Json.parse(SHAPE))).read(Json.parse(json));
  }

  void keepsWhatTheShapeNamesAndLeavesTheRestBehind() throws Json.Malformed {
    expect(read(GOOD), Json.parse(GOOD));
    expect(read(GOOD.replace("3,", "3.0,")), Json.parse(GOOD));
    String more = GOOD.replace("\"inner\":{}", "\"text\":\"of a message\",\"inner\":{\"note\":\"a\",\"imei\":\"35\"}");
    expect(read(more), Json.parse(GOOD.replace("\"inner\":{}", "\"inner\":{\"note\":\"a\"}")));
  }

  void refusesWhatIsNotAsSaid() throws Json.Malformed {
    String[][] rows = {
      {"\"ab\"", "null"}, {"\"ab\"", "\"\""}, {"\"ab\"", "\"abcd\""}, {"\"ab\"", "\"a1\""}, {"\"ab\"", "\"ab\\n\""},
      {"3,", "\"3\","}, {"3,", "2.5,"}, {"3,", "10,"}, {"3,", "-1,"}, {"3,", "9007199254740993,"}, {"3,", "1e300,"},
      {"false", "0"}, {"\"m\"", "\"xl\""}, {"[1,null]", "[1,2,3]"}, {"[1,null]", "[1,\"2\"]"}, {"[1,null]", "{}"},
      {"{},", "[],"}, {"{},", "{\"note\":7},"}, {"{},", "{\"note\":null},"}, {"\"on\":false,", ""}, {",\"maybe\":null", ""},
    };
    for (String[] row : rows) {
      expect(GOOD.contains(row[0]), true, row[0]);
      expect(read(GOOD.replace(row[0], row[1])), null, row[0] + " as " + row[1]);
    }
    for (String whole : new String[] {"null", "7", "[]", "\"a\""}) expect(read(whole), null, whole);
  }
}
