package hola.core;

import static hola.core.TestRun.expect;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

final class UploadTest {
  private static final String TOKEN = new String(new char[43]).replace('\0', 'a');
  private static final String GOOD = "{\"code\":0,\"msg\":\"\",\"ret\":{\"stored_count\":2}}";

  private final FakePhone phone = new FakePhone();
  private final TestPage page = new TestPage("direct", phone);
  private final List<String> urls = new ArrayList<>();
  private final List<Object> bodies = new ArrayList<>();
  private final List<Map<String, String>> headers = new ArrayList<>();

  /** Null stands for a connection that broke. */
  private Map<String, Object> upload(String event, String... answers) {
    phone.granted.add("android.permission.READ_SMS");
    phone.http = (url, sent, body) -> {
      urls.add(url);
      headers.add(sent);
      try {
        bodies.add(Json.parse(body));
      } catch (Json.Malformed problem) {
        throw new AssertionError(body, problem);
      }
      String answer = answers[urls.size() - 1];
      if (answer == null) throw new IOException();
      return answer;
    };
    return page.ask("{\"event\":\"" + event + "\",\"mode\":\"native_upload\",\"callbackId\":\"c1\",\"data\":{"
        + "\"consent_version\":\"2026-12\",\"upload\":{\"token\":\"" + TOKEN + "\",\"language\":\"es\","
        + "\"app_name\":\"Hola\",\"version\":\"2.3.0.101505\",\"version_code\":1}}}");
  }

  void tellsHowMuchWasKeptAndHandsNothingOver() {
    expect(upload("deviceInfo", GOOD), Json.record("stored_count", 2L));
    expect(urls, Collections.singletonList("https://hola.example/api/user/upload_device"));
    expect(bodies, Collections.singletonList(Json.record("data", phone.facts)));
    expect(headers.get(0).toString(), "{content-type=application/json, language=es, app-name=Hola, "
        + "version=2.3.0.101505, version-code=1, token=" + TOKEN + "}");
  }

  void everyKindHasItsBody() {
    phone.installed.add("com.brubank");
    phone.messages.add(new Object[] {"BANCO", phone.nowMs, "Pagaste $ 1.500,00 en un comercio"});
    upload("installAppInfo", GOOD, GOOD);
    upload("smsInfo", GOOD, GOOD);
    expect(urls, Arrays.asList(
        "https://hola.example/api/user/upload_app", "https://hola.example/api/user/upload_sms"));
    expect(bodies, Arrays.asList(
        Json.record("data", Collections.singletonList("com.brubank")),
        Json.record("sms_list", Collections.singletonList(Json.record(
            "sender", "BANCO", "received_at", "2026-12-01T12:30:00.000Z", "kind", "payment",
            "amount_centavos", 150_000L)))));
  }

  void triesThreeTimesInAll() {
    expect(upload("deviceInfo", null, "<html>", GOOD), Json.record("stored_count", 2L));
    expect(urls.size(), 3);
  }

  void neverTriesAFourthTime() {
    String refused = "{\"code\":301,\"msg\":\"\",\"ret\":{\"stored_count\":2}}";
    String later = "{\"code\":1,\"msg\":\"later\",\"ret\":{\"stored_count\":2}}";
    String[] answers = {refused, later, "[]", GOOD};
    expect(upload("deviceInfo", answers), Json.record("error", "upload_failed"));
    expect(urls.size(), 3);
  }

  void stopsWhenTheSessionIsOver() {
    String[] ends = {
      "{\"code\":10001,\"msg\":\"\"}", "{\"code\":\"403\",\"msg\":\"\"}", "{\"code\":1,\"msg\":\"bad request\"}",
    };
    for (String end : ends) {
      urls.clear();
      expect(upload("deviceInfo", end, GOOD), Json.record("error", "upload_failed"));
      expect(urls.size(), 1, end);
    }
  }

  void aCountThatIsNoneIsAFailure() {
    String odd = "{\"code\":0,\"msg\":\"\",\"ret\":{\"stored_count\":\"2\"}}";
    expect(upload("deviceInfo", odd, odd, odd), Json.record("error", "upload_failed"));
  }
}
