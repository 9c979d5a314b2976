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
}
