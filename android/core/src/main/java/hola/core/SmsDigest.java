package hola.core;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is left of the messages before anything leaves the phone: of services only, sender, time, kind and amount. A text
 * is looked at and dropped, one after the other; there is no list of texts anywhere.
 */
final class SmsDigest {
  /** As many as the server takes. */
  private static final int RECORDS_MAX = 500;

  /** As long as the server keeps them. */
  private static final long AGE_MAX_MS = 90L * 24 * 60 * 60 * 1000;

  /** A person writes from a number of eight digits or more; a service from a short one, or from a name. */
  private static final Pattern SERVICE = Pattern.compile("[0-9]{3,6}|(?=.*[A-Za-z])[A-Za-z0-9 ._&-]{2,20}");

  private static final long AMOUNT_MAX_CENTAVOS = 10_000_000_000_000L;

  /** Pesos by their sign; dollars are written with a letter before it. */
  private static final Pattern AMOUNT = Pattern.compile("(?<![a-z$])(?:\\$|ars ?\\$?) ?([0-9][0-9.,]*)");

  private static final Pattern GROUPED = Pattern.compile("[0-9]{1,3}(?:[.,][0-9]{3})+|[0-9]+");

  /** Read from the top, the first that matches; the words are without accents. */
  private static final String[][] KINDS = {
    {"overdue", "\\bvencid|\\ben mora\\b|\\batras|\\badeud|\\bdeuda|\\bimpag"},
    {"loan", "\\bprestamo|\\bcredito personal|\\badelanto"},
    {"income", "\\bhaberes\\b|\\bsueldo|\\bjubilacion|\\banses\\b"},
    {"transfer", "\\btransf"},
    {"income", "\\bacredit|\\bdeposit|\\bcobraste\\b|\\brecibiste\\b"},
    {"payment", "\\bpag|\\bcompra|\\bconsumo|\\bdebit|\\bgastaste\\b"},
  };

  private static final List<Pattern> KIND_WORDS = new ArrayList<>();

  static {
    for (String[] kind : KINDS) KIND_WORDS.add(Pattern.compile(kind[1]));
  }

  private final Ports.Clock clock;

  SmsDigest(Ports.Clock clock) {
    this.clock = clock;
  }

  List<Map<String, Object>> read(Ports.Inbox inbox) {
    List<Map<String, Object>> records = new ArrayList<>();
    long oldestMs = clock.nowMs() - AGE_MAX_MS;
    inbox.read((sender, receivedAtMs, text) -> {
      if (receivedAtMs < oldestMs) return false;
      if (sender != null && SERVICE.matcher(sender).matches()) records.add(recordOf(sender, receivedAtMs, text));
      return records.size() < RECORDS_MAX;
    });
    return records;
  }

  private static Map<String, Object> recordOf(String sender, long receivedAtMs, String text) {
    String words = plain(text == null ? "" : text);
    return Json.record(
        "sender", sender,
        "received_at", Instants.of(receivedAtMs),
        "kind", kindOf(words),
        "amount_centavos", amountOf(words));
  }

  /** Small letters without accents. */
  private static String plain(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFD).replaceAll("\\p{M}", "").toLowerCase(Locale.ROOT);
  }

  private static String kindOf(String words) {
    for (int i = 0; i < KINDS.length; i += 1) {
      if (KIND_WORDS.get(i).matcher(words).find()) return KINDS[i][0];
    }
    return "other";
  }

  /** The first amount in pesos, or null. "1.234,56", "1234.56" and "1.234" are all written. */
  private static Long amountOf(String words) {
    Matcher matcher = AMOUNT.matcher(words);
    if (!matcher.find()) return null;
    String number = matcher.group(1).replaceAll("[.,]+$", "");
    int comma = Math.max(number.lastIndexOf(','), number.lastIndexOf('.'));
    boolean hasCentavos = comma >= 0 && number.length() - comma == 3;
    String whole = hasCentavos ? number.substring(0, comma) : number;
    if (whole.length() > 20 || !GROUPED.matcher(whole).matches()) return null;
    String digits = whole.replaceAll("[.,]", "");
    if (digits.length() > 12) return null;
    long centavos = Long.parseLong(digits) * 100 + (hasCentavos ? Long.parseLong(number.substring(comma + 1)) : 0);
    return centavos <= AMOUNT_MAX_CENTAVOS ? centavos : null;
  }
}
