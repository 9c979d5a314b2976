package hola.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The app's page as the router sees it: it sends messages and keeps what comes back. */
final class TestPage {
  static final String ORIGIN = "https://hola.example";
  static final String TOP = ORIGIN + "/#/pages/index/index";

  final List<String> scripts = new ArrayList<>();
  final Router router;

  TestPage(String build, FakePhone phone) {
    AppInfo app = new AppInfo("com.example.hola", "2.3.0", 1, build, ORIGIN);
    router = new Router(TestRun.protocol(), app, phone.ports(), scripts::add, Runnable::run, Runnable::run);
  }

  void send(String message) {
    router.receive(message, TOP);
  }

  /** The data of the only answer; null when there was none. */
  Map<String, Object> ask(String message) {
    scripts.clear();
    send(message);
    return answer();
  }

  Map<String, Object> answer() {
    if (scripts.isEmpty()) return null;
    TestRun.expect(scripts.size(), 1, "answers");
    return Json.asRecord(argument(scripts.get(0), "onNativeMessage").get("data"));
  }

  /** What a script hands to the page. */
  static Map<String, Object> argument(String script, String function) {
    String before = "window." + function + "&&window." + function + "(";
    TestRun.expect(script.startsWith(before) && script.endsWith(")"), true, script);
    try {
      String literal = script.substring(before.length(), script.length() - 1);
      return Json.asRecord(Json.parse((String) Json.parse(literal)));
    } catch (Json.Malformed problem) {
      throw new AssertionError(script, problem);
    }
  }
}
