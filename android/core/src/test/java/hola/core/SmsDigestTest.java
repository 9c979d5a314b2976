package hola.core;

import static hola.core.TestRun.expect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

final class SmsDigestTest {
  private final FakePhone phone = new FakePhone();

  private List<Map<String, Object>> digest() {
    Ports ports = phone.ports();
    return new SmsDigest(ports.clock).read(ports.inbox);
  }

  private Map<String, Object> digestOf(String text) {
    phone.messages.clear();
    phone.messages.add(new Object[] {"BANCO", phone.nowMs, text});
    return digest().get(0);
  }

  void onlyServicesAreLookedAt() {
    String[] people = {"+5491123456789", "1123456789", "01123456789", "12345678", "1234567", "12", "", "+30303", "ñandú"};
    String[] services = {"30303", "911", "BANCO", "Uala", "Banco-Ej 2", "A&B"};
    for (String sender : people) phone.messages.add(new Object[] {sender, phone.nowMs, "Pagaste $ 10"});
    phone.messages.add(new Object[] {null, phone.nowMs, "Pagaste $ 10"});
    for (String sender : services) phone.messages.add(new Object[] {sender, phone.nowMs, "Pagaste $ 10"});
    List<Object> kept = new ArrayList<>();
    for (Map<String, Object> record : digest()) kept.add(record.get("sender"));
    expect(kept, Arrays.asList((Object[]) services));
  }

  void noTextIsLeft() {
    Map<String, Object> record = digestOf("Tu clave secreta es 482913. Hola Ana, debitamos $ 1.234,50 de tu cuenta 0000123");
    expect(record, Json.record(
        "sender", "BANCO", "received_at", "2026-12-01T12:30:00.000Z", "kind", "payment", "amount_centavos", 123_450L));
  }

  void aKindIsToldByItsWords() {
    String[][] rows = {
      {"Se acreditaron tus haberes por $ 450.000", "income"},
      {"Se acreditó un depósito de $ 10", "income"},
      {"Recibiste $ 5.000 de un amigo", "income"},
      {"Transferencia recibida: $ 5.000", "transfer"},
      {"Te transfirieron $ 5.000", "transfer"},
      {"Pagaste $ 100 con tu tarjeta de crédito", "payment"},
      {"Débito automático realizado", "payment"},
      {"Tenés un préstamo preaprobado", "loan"},
      {"Tu cuota está vencida", "overdue"},
      {"Tu préstamo tiene 3 días de atraso", "overdue"},
      {"Tu código es 123456", "other"},
      {"", "other"},
      {null, "other"},
    };
    for (String[] row : rows) expect(digestOf(row[0]).get("kind"), row[1], row[0]);
  }

  void anAmountIsInPesosOrThereIsNone() {
    Object[][] rows = {
      {"$ 1.234,56", 123_456L}, {"$1.234", 123_400L}, {"$1234.5", null}, {"$1234.50", 123_450L}, {"$ 1,234.56", 123_456L},
      {"ARS 200", 20_000L}, {"ars $200.", 20_000L}, {"$0", 0L}, {"$ 45.000.000,00", 4_500_000_000L},
      {"U$S 100", null}, {"US$ 100", null}, {"USD 100", null}, {"100", null}, {"$", null}, {"$ 1.23.456", null},
      {"$ 9999999999999999999999", null}, {"$ 100.000.000.000,01", null}, {"$ 7 y despues $ 8", 700L},
    };
    for (Object[] row : rows) expect(digestOf((String) row[0]).get("amount_centavos"), row[1], (String) row[0]);
  }

  void theOldOnesEndTheReading() {
    long day = 24L * 60 * 60 * 1000;
    phone.messages.add(new Object[] {"BANCO", phone.nowMs - 90 * day, "a"});
    phone.messages.add(new Object[] {"BANCO", phone.nowMs - 90 * day - 1, "b"});
    phone.messages.add(new Object[] {"BANCO", phone.nowMs, "never reached"});
    expect(digest().size(), 1);
  }

  void thereAreNeverMoreThanTheServerTakes() {
    for (int i = 0; i < 600; i += 1) phone.messages.add(new Object[] {"BANCO", phone.nowMs, "a"});
    expect(digest().size(), 500);
  }
}
