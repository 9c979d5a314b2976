package hola.core;

import static hola.core.TestRun.expect;
import static hola.core.TestRun.fixture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The files that core/src/bridge makes for both sides. */
final class FixturesTest {
  void everyMessageIsJudgedAsTheProtocolSays() {
    for (Object item : Json.asList(fixture("messages.json"))) {
      Map<String, Object> row = Json.asRecord(item);
      String name = (String) row.get("name");
      Map<String, Object> message = null;
      try {
        message = Json.asRecord(Json.parse((String) row.get("message")));
      } catch (Json.Malformed problem) {
        // A row of what is ignored.
      }
      if (Boolean.TRUE.equals(row.get("ignored"))) {
        expect(message == null || message.get("callbackId") == null, true, name);
        continue;
      }
      FakePhone phone = new FakePhone();
      Protocol protocol = TestRun.protocol();
      for (Object granted : Json.asList(row.get("granted"))) {
        phone.granted.add(protocol.permission((String) granted).android);
      }
      Gate.Verdict verdict = new Gate(protocol, (String) row.get("build"), phone.ports().permissions).judge(message);
      expect(verdict.refusal == null ? null : verdict.refusal.code(), row.get("error"), name);
      expect(verdict.call == null ? null : verdict.call.name, row.get("does"), name);
      expect(verdict.data, row.get("data"), name);
    }
  }

  void whatIsIgnoredGetsNoAnswer() {
    TestPage page = new TestPage("direct", new FakePhone());
    for (Object item : Json.asList(fixture("messages.json"))) {
      Map<String, Object> row = Json.asRecord(item);
      if (!Boolean.TRUE.equals(row.get("ignored"))) continue;
      expect(page.ask((String) row.get("message")), null, (String) row.get("name"));
    }
  }

  void everyCallHasAnAnswerOfItsShape() {
    List<String> answered = new ArrayList<>();
    Protocol protocol = TestRun.protocol();
    for (Object item : Json.asList(fixture("answers.json"))) {
      Map<String, Object> row = Json.asRecord(item);
      answered.add((String) row.get("call"));
      for (Protocol.Call call : protocol.calls()) {
        if (call.name.equals(row.get("call"))) expect(call.answer.read(row.get("answer")), row.get("answer"), call.name);
      }
    }
    List<String> calls = new ArrayList<>();
    for (Protocol.Call call : protocol.calls()) calls.add(call.name);
    expect(answered, calls);
  }

  void answersAreCutAsTheProtocolSays() {
    for (Object item : Json.asList(Json.asRecord(fixture("delivery.json")).get("chunks"))) {
      Map<String, Object> row = Json.asRecord(item);
      List<String> chunks = Delivery.cut((String) row.get("json"), ((Long) row.get("chars_max")).intValue());
      expect(chunks, row.get("chunks"), (String) row.get("name"));
    }
  }

  void textsStandInScriptsAsTheProtocolSays() {
    for (Object item : Json.asList(Json.asRecord(fixture("delivery.json")).get("scripts"))) {
      Map<String, Object> row = Json.asRecord(item);
      expect(Json.literal((String) row.get("text")), row.get("literal"));
    }
  }

  void theRefusalsAreThoseOfTheProtocol() {
    List<String> codes = new ArrayList<>();
    for (Refusal refusal : Refusal.values()) codes.add(refusal.code());
    expect(codes, TestRun.protocol().errors);
  }

  void eachBuildKnowsItsPermissionsAndNoOthers() {
    Protocol protocol = TestRun.protocol();
    for (String build : Arrays.asList("play", "direct")) {
      List<String> known = new ArrayList<>();
      for (Object name : Json.asRecord(Json.asRecord(fixture("protocol.json")).get("permissions")).keySet()) {
        if (protocol.permission((String) name).isKnownTo(build)) known.add((String) name);
      }
      expect(known, build.equals("play")
          ? Arrays.asList("camera", "location")
          : Arrays.asList("camera", "location", "sms"));
    }
  }
}
