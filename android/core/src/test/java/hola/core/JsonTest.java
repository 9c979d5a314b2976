package hola.core;

import static hola.core.TestRun.expect;

import java.util.Arrays;
import java.util.Collections;

final class JsonTest {
  void readsWhatTheStandardAllows() throws Json.Malformed {
    expect(Json.parse(" {\"a\" : [1, -2.5e1, true, null, \"\\u00f1\\n\\/\"] } "),
        Json.record("a", Arrays.asList(1L, -25.0, true, null, "ñ\n/")));
    expect(Json.parse("{\"a\":1,\"a\":2}"), Json.record("a", 2L));
    expect(Json.parse("123456789012345678901"), 123456789012345678901.0);
    expect(Json.parse("[]"), Collections.emptyList());
  }

  void refusesWhatItDoesNot() {
    String[] texts = {
      "", " ", "{", "}", "[1,]", "{\"a\":1,}", "{a:1}", "{'a':1}", "{\"a\" 1}", "01", "+1", "1.", ".5", "1e", "-", "NaN",
      "tru", "nul", "\"a", "\"\\x\"", "\"\\u12g4\"", "\"a\nb\"", "[1] 2", "// a\n1", "[1 2]", "{\"a\":}", "\"\\",
    };
    for (String text : texts) expect(isMalformed(text), true, text);
  }

  void givesUpOnEndlessNestingInsteadOfOverflowing() {
    String deep = new String(new char[200_000]).replace('\0', '[');
    expect(isMalformed(deep), true);
  }

  void writesWhatItReads() throws Json.Malformed {
    String json = "{\"ñ\":[1,-25,true,null,\"🧉\\n/\\\"\\\\\\u0000\\ud83e\"],\"b\":{},\"c\":[\"\\uddc9\"]}";
    expect(Json.write(Json.parse(json)), json);
  }

  private static boolean isMalformed(String text) {
    try {
      Json.parse(text);
      return false;
    } catch (Json.Malformed problem) {
      return true;
    }
  }
}
