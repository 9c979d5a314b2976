package hola.core;

import static hola.core.TestRun.expect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

final class RouterTest {
  private static final String CONSENTED = "{\"consent_version\":\"2026-12\"}";
  private static final String CAMERA = "android.permission.CAMERA";
  private static final String PLACE = "android.permission.ACCESS_COARSE_LOCATION";

  private final FakePhone phone = new FakePhone();
  private final TestPage page = new TestPage("direct", phone);

  private static String message(String event, String data) {
    return "{\"event\":" + event + ",\"data\":" + data + ",\"callbackId\":\"c1\"}";
  }

  private static String action(String event, String action, String data) {
    return message("\"" + event + "\",\"action\":\"" + action + "\"", data);
  }

  private Map<String, Object> error(String code) {
    return Json.record("error", code);
  }

  void aPageOfAnotherOriginIsNotHeard() {
    String clear = "{\"event\":\"localCache\",\"action\":\"clear\",\"callbackId\":\"c1\"}";
    String[] tops = {null, "", "about:blank", "https://hola.example.evil.example/", "http://hola.example/"};
    for (String top : tops) page.router.receive(clear, top);
    expect(phone.used, Collections.emptyList());
    expect(page.scripts, Collections.emptyList());
    page.router.receive(clear, TestPage.TOP);
    expect(phone.used, Collections.singletonList("cache clear"));
  }

  void anAnswerCarriesTheIdThatCame() {
    page.send("{\"event\":\"selfAppInfo\",\"callbackId\":17300000000001}");
    expect(TestPage.argument(page.scripts.get(0), "onNativeMessage").get("callbackId"), 17300000000001L);
    page.scripts.clear();
    page.send("{\"event\":\"selfAppInfo\",\"callbackId\":\"\\\");alert(1)//\"}");
    expect(TestPage.argument(page.scripts.get(0), "onNativeMessage").get("callbackId"), "\");alert(1)//");
  }

  void anIdThatIsNoneMakesTheMessageNone() {
    String[] ids = {"{}", "[]", "true", "1.5", "\"\"", "\"" + new String(new char[65]).replace('\0', 'a') + "\""};
    for (String id : ids) {
      page.send("{\"event\":\"localCache\",\"action\":\"clear\",\"callbackId\":" + id + "}");
      expect(phone.used, Collections.emptyList(), id);
    }
    expect(page.scripts, Collections.emptyList());
  }

  void aMessageThatIsTooLongIsNotRead() {
    String value = new String(new char[1 << 20]).replace('\0', 'a');
    page.send(action("localCache", "set", "{\"key\":\"a\",\"value\":\"" + value + "\"}"));
    expect(page.scripts, Collections.emptyList());
  }

  void saysWhichWrapperItIs() {
    expect(page.ask(message("\"selfAppInfo\"", "{}")), Json.record(
        "package_name", "com.example.hola", "version_name", "2.3.0", "version_code", 1L, "build", "direct"));
  }

  void keepsAndForgetsTexts() {
    String get = action("localCache", "get", "{\"key\":\"note\"}");
    expect(page.ask(get), Json.record("value", null));
    expect(page.ask(action("localCache", "set", "{\"key\":\"note\",\"value\":\"ñandú 🧉\"}")), Json.record());
    expect(page.ask(get), Json.record("value", "ñandú 🧉"));
    expect(page.ask(action("localCache", "clear", "{}")), Json.record());
    expect(page.ask(get), Json.record("value", null));
  }

  void aPhotoIsTakenOnceAndASecondIsToldSo() {
    phone.granted.add(CAMERA);
    expect(page.ask(message("\"liveness\"", CONSENTED)), null);
    String back = message("\"takePhoto\"", "{\"kind\":\"id_back\",\"consent_version\":\"2026-12\"}");
    expect(page.ask(back), error("busy"));
    page.scripts.clear();
    phone.photos.get(0).done("AAAA");
    expect(page.answer(), Json.record("photo", Json.record("mime_type", "image/jpeg", "base64", "AAAA")));
    phone.photos.get(0).done("BBBB");
    phone.photos.get(0).refused(Refusal.CANCELLED);
    expect(page.scripts.size(), 1, "answered once");

    expect(page.ask(back), null);
    phone.photos.get(1).refused(Refusal.CANCELLED);
    expect(page.answer(), error("cancelled"));
    expect(phone.used, Arrays.asList("front camera", "back camera"));
  }

  void aLongAnswerComesInChunks() {
    phone.granted.add(CAMERA);
    page.send(message("\"liveness\"", CONSENTED));
    String base64 = new String(new char[5 * 1024 * 1024]).replace('\0', 'A');
    phone.photos.get(0).done(base64);
    StringBuilder joined = new StringBuilder();
    for (String script : page.scripts.subList(0, page.scripts.size() - 1)) {
      Map<String, Object> chunk = TestPage.argument(script, "onNativeChunk");
      expect(chunk.get("callbackId"), "c1");
      expect(((String) chunk.get("data")).length() <= 64 * 1024, true);
      joined.append(chunk.get("data"));
    }
    expect(TestPage.argument(page.scripts.get(page.scripts.size() - 1), "onNativeChunk"),
        Json.record("callbackId", "c1"));
    expect(joined.toString(),
        Json.write(Json.record("photo", Json.record("mime_type", "image/jpeg", "base64", base64))));
  }

  void anAnswerBeyondAllMeasureIsGivenUp() {
    String text = new String(new char[12 * 1024 * 1024]).replace('\0', 'A');
    List<String> scripts = new Delivery(TestRun.protocol()).scripts("c1", Json.record("value", text));
    expect(scripts.size(), 1);
    expect(TestPage.argument(scripts.get(0), "onNativeMessage").get("data"), error("failed"));
  }

  void whatIsNotAPhotoIsNotPassedOn() {
    phone.granted.add(CAMERA);
    page.send(message("\"liveness\"", CONSENTED));
    phone.photos.get(0).done("no base64");
    expect(page.answer(), error("failed"));
  }

  void theDisclosureComesBeforeTheSystemsQuestion() {
    Map<String, Object> answer = page.ask(action("permission", "request", "{\"name\":\"camera\"}"));
    expect(answer, Json.record("granted", true, "can_ask", true));
    expect(phone.used, Arrays.asList("disclosure camera", "system question " + CAMERA));
    page.ask(action("permission", "request", "{\"name\":\"camera\"}"));
    expect(phone.used.size(), 2, "what is granted is not asked for again");
  }

  void theCameraInThePageIsAskedForAlike() {
    List<Boolean> answers = new ArrayList<>();
    Reply<Boolean> reply = new Reply<Boolean>() {
      @Override
      public void done(Boolean isGranted) {
        answers.add(isGranted);
      }

      @Override
      public void refused(Refusal why) {
        throw new AssertionError(why);
      }
    };
    page.router.requestCamera("https://evil.example/", reply);
    expect(phone.used, Collections.emptyList());
    page.router.requestCamera(TestPage.ORIGIN + "/", reply);
    expect(phone.used, Arrays.asList("disclosure camera", "system question " + CAMERA));
    expect(answers, Arrays.asList(false, true));
  }

  void whoDeclinesTheDisclosureIsNotAskedByTheSystem() {
    phone.agreesToDisclosure = false;
    Map<String, Object> answer = page.ask(action("permission", "request", "{\"name\":\"location\"}"));
    expect(answer, Json.record("granted", false, "can_ask", true));
    expect(phone.used, Collections.singletonList("disclosure location"));
  }

  void whoSaidNeverIsNotBothered() {
    phone.grants = false;
    String request = action("permission", "request", "{\"name\":\"sms\"}");
    expect(page.ask(request), Json.record("granted", false, "can_ask", false));
    expect(phone.used.size(), 2);
    expect(page.ask(request), Json.record("granted", false, "can_ask", false));
    expect(phone.used.size(), 2);
  }

  void thePlayBuildNeitherHasNorAsksForSms() {
    TestPage play = new TestPage("play", phone);
    phone.granted.add("android.permission.READ_SMS");
    for (String action : Arrays.asList("check", "request")) {
      expect(play.ask(action("permission", action, "{\"name\":\"sms\"}")),
          Json.record("granted", false, "can_ask", false));
    }
    expect(play.ask(message("\"smsInfo\"", CONSENTED)), error("unavailable"));
    expect(phone.used, Collections.emptyList());
  }

  void nothingIsReadWithoutAConsent() {
    phone.granted.addAll(Arrays.asList(CAMERA, PLACE, "android.permission.READ_SMS"));
    for (String event : Arrays.asList("liveness", "takePhoto", "deviceInfo", "smsInfo", "installAppInfo")) {
      expect(page.ask(message("\"" + event + "\"", "{}")), error("no_consent"), event);
    }
    expect(page.ask(action("location", "start", "{}")), error("no_consent"));
    expect(page.ask(action("location", "data", "{}")), error("no_consent"));
    expect(phone.used, Collections.emptyList());
  }

  void aPlaceIsRoundedToAboutAKilometre() {
    phone.granted.add(PLACE);
    String data = action("location", "data", CONSENTED);
    expect(page.ask(action("location", "start", CONSENTED)), Json.record());
    expect(page.ask(data), error("not_ready"));
    phone.place = new Ports.Location.Place(-34.603722, -58.381592, 1_796_128_200_000L);
    expect(page.ask(data), Json.record(
        "latitude_centidegrees", -3460L, "longitude_centidegrees", -5838L, "taken_at", "2026-12-01T12:30:00.000Z"));
    page.router.hide();
    expect(page.ask(data), error("not_ready"));
  }

  void whileTheAppIsHiddenNoPlaceIsFollowed() {
    phone.granted.add(PLACE);
    page.router.hide();
    expect(page.ask(action("location", "start", CONSENTED)), error("not_ready"));
    expect(phone.used, Collections.singletonList("location stop"));
    page.router.show();
    expect(page.ask(action("location", "start", CONSENTED)), Json.record());
  }

  void aPhoneThatCannotTellPlacesSaysSo() {
    phone.granted.add(PLACE);
    phone.canTellPlaces = false;
    expect(page.ask(action("location", "start", CONSENTED)), error("unavailable"));
  }

  void onlyTheListedAppsAreLookedFor() {
    phone.installed.addAll(Arrays.asList("com.mercadopago.wallet", "com.whatsapp", "com.brubank"));
    expect(page.ask(message("\"installAppInfo\"", CONSENTED)),
        Json.record("packages", Arrays.asList("com.mercadopago.wallet", "com.brubank")));
    expect(phone.used.size(), TestRun.protocol().financeApps.size());
    expect(phone.used.contains("app com.whatsapp"), false);
  }

  void factsOfThePhoneThatNobodyAskedForStayBehind() {
    Map<String, Object> known = phone.facts;
    phone.facts = Json.record();
    phone.facts.putAll(known);
    phone.facts.put("imei", "350000000000006");
    expect(page.ask(message("\"deviceInfo\"", CONSENTED)), known);
  }

  void aContactIsPickedOrNot() {
    expect(page.ask(message("\"pickerContact\"", "{}")), phone.contact);
    phone.contact = null;
    expect(page.ask(message("\"pickerContact\"", "{}")), error("cancelled"));
    phone.contact = Json.record("name", "Ana", "phone", "");
    expect(page.ask(message("\"pickerContact\"", "{}")), error("failed"));
  }

  void anAddressIsOpenedByAnotherAppOrByNone() {
    String start = action("intentUriOpen", "start", "{\"uri\":\"https://wa.me/1\"}");
    String check = action("intentUriOpen", "check_support", "{\"uri\":\"mercadopago://home\"}");
    expect(page.ask(start), Json.record());
    expect(page.ask(check), Json.record("supported", true));
    phone.hasAppForLinks = false;
    expect(page.ask(start), error("unavailable"));
    expect(page.ask(check), Json.record("supported", false));
  }

  void anEventIsCountedByItsName() {
    expect(page.ask(message("\"afEvent\"", "{\"name\":\"register\"}")), Json.record());
    expect(phone.used, Collections.singletonList("count register"));
  }

  void anAdapterThatFailsEndsInAnAnswer() {
    phone.facts = null;
    expect(page.ask(message("\"deviceInfo\"", CONSENTED)), error("failed"));
  }
}
