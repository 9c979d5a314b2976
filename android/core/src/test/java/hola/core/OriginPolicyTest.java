package hola.core;

import static hola.core.OriginPolicy.Way.INSIDE;
import static hola.core.OriginPolicy.Way.NOWHERE;
import static hola.core.OriginPolicy.Way.OUTSIDE;
import static hola.core.TestRun.expect;

final class OriginPolicyTest {
  private final OriginPolicy policy = new OriginPolicy("https://hola.example", TestRun.protocol().uriSchemes);

  void everyAddressHasItsWay() {
    Object[][] rows = {
      {"https://hola.example", INSIDE}, {"https://hola.example/", INSIDE}, {"https://hola.example/?a#/b", INSIDE},
      {"https://hola.example#/b", INSIDE}, {"https://hola.example?a", INSIDE},
      {"https://hola.example.evil.example/", OUTSIDE}, {"https://hola.example@evil.example/", OUTSIDE},
      {"https://hola.example:8443/", OUTSIDE}, {"https://evil.example/https://hola.example/", OUTSIDE},
      {"mailto:ayuda@hola.example", OUTSIDE}, {"tel:08000000000", OUTSIDE}, {"HTTPS://other.example", OUTSIDE},
      {"mercadopago://home", OUTSIDE}, {"whatsapp://send", OUTSIDE},
      {"http://hola.example/", NOWHERE}, {"intent://x#Intent;end", NOWHERE}, {"file:///sdcard/a", NOWHERE},
      {"content://sms", NOWHERE}, {"javascript:alert(1)", NOWHERE}, {"data:text/html,a", NOWHERE},
      {"about:blank", NOWHERE}, {"", NOWHERE}, {null, NOWHERE}, {"sms:30303", NOWHERE},
    };
    for (Object[] row : rows) expect(policy.wayOf((String) row[0]), row[1], (String) row[0]);
  }

  void aLinkOpensAPageOfOursOrTheFirst() {
    String home = "https://hola.example/";
    for (String page : new String[] {home, home + "#/pages/loan/loan?id=1", home + "?a=b#/pages/index/index"}) {
      expect(policy.pageOf(page), page);
    }
    String[] others = {
      null, "", "https://hola.example", "https://hola.example/api/user/logout", "https://hola.example.evil.example/",
      "https://hola.example@evil.example/", "http://hola.example/", "javascript:alert(1)", "file:///data/a", "content://sms",
    };
    for (String other : others) expect(policy.pageOf(other), home, other);
  }

  void aFileIsReadOnlyByTheRightOfAnotherApp() {
    expect(OriginPolicy.isGivenFile("content://media/picker/1"), true);
    for (String other : new String[] {null, "", "file:///data/data/com.example.hola/shared_prefs/a.xml", "https://a/"}) {
      expect(OriginPolicy.isGivenFile(other), false, other);
    }
  }
}
