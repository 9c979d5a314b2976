package hola.host;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.Manifest;
import android.content.pm.PackageInfo;
import android.os.Build;
import android.provider.Telephony;
import hola.core.Json;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import org.junit.Test;
import org.robolectric.annotation.Config;
import org.robolectric.shadows.ShadowBuild;

public final class DeviceDataTest extends HostTest {
  private static void install(String name) {
    PackageInfo info = new PackageInfo();
    info.packageName = name;
    shadowOf(Wrapper.context().getPackageManager()).installPackage(info);
  }

  private Table inbox() {
    Table inbox = Table.at("sms");
    inbox.permission = Manifest.permission.READ_SMS;
    return inbox;
  }

  @Test
  public void messagesAreReadWithPermissionNewestFirstAndNoFurtherThanNeeded() {
    if (!Wrapper.isDirect()) return;
    Wrapper.grant(Manifest.permission.READ_SMS);
    Table inbox = inbox();
    long now = System.currentTimeMillis();
    long day = 24 * 60 * 60 * 1000L;
    inbox.rows.add(new Object[] {"BANCO", now - day, "Se acreditaron $ 450.000,00"});
    inbox.rows.add(new Object[] {"+5491123456789", now - 2 * day, "Hola"});
    inbox.rows.add(new Object[] {null, now - 3 * day, null});
    inbox.rows.add(new Object[] {"BANCO", now - 91 * day, "viejo"});
    inbox.rows.add(new Object[] {"BANCO", now - 92 * day, "más viejo"});
    List<Object> records = Json.asList(start().ask("smsInfo", CONSENTED).get("sms_list"));
    assertEquals(1, records.size());
    Map<String, Object> record = Json.asRecord(records.get(0));
    assertEquals(Arrays.asList("BANCO", "income", 45_000_000L),
        Arrays.asList(record.get("sender"), record.get("kind"), record.get("amount_centavos")));
    assertEquals(Collections.singletonList(Telephony.Sms.Inbox.CONTENT_URI + " address,date,body by date DESC"), inbox.asked);
    assertEquals("what is too old ends the reading", 4, inbox.read);
  }

  @Test
  public void messagesAreNotReadWithoutPermissionConsentOrInTheBuildForPlay() {
    Table inbox = inbox();
    start();
    String refusal = Wrapper.isDirect() ? "permission_denied" : "unavailable";
    assertEquals(Json.record("error", refusal), wrapper.ask("smsInfo", CONSENTED));
    Wrapper.grant(Manifest.permission.READ_SMS);
    assertEquals(Json.record("error", Wrapper.isDirect() ? "no_consent" : "unavailable"), wrapper.ask("smsInfo", "{}"));
    assertTrue(inbox.asked.isEmpty());
    if (!Wrapper.isDirect()) {
      assertEquals(Json.record("granted", false, "can_ask", false),
          wrapper.ask("permission.request", "{\"name\":\"sms\"}"));
    }
  }

  @Test
  public void aPermissionTakenBackMeanwhileOrAnInboxThatIsMissingEndsInAnAnswer() {
    if (!Wrapper.isDirect()) return;
    Wrapper.grant(Manifest.permission.READ_SMS);
    Table inbox = inbox();
    inbox.permission = Manifest.permission.RECEIVE_SMS;
    start();
    assertEquals(Json.record("error", "failed"), wrapper.ask("smsInfo", CONSENTED));
    inbox.permission = null;
    inbox.isGone = true;
    assertEquals(Json.record("sms_list", Collections.emptyList()), wrapper.ask("smsInfo", CONSENTED));
  }

  @Test
  public void onlyAppsOfTheListAreSeen() {
    install("com.whatsapp");
    install("com.mercadopago.wallet");
    install("com.brubank");
    start();
    assertEquals(Json.record("packages", Arrays.asList("com.mercadopago.wallet", "com.brubank")),
        wrapper.ask("installAppInfo", CONSENTED));
    assertEquals(Json.record("error", "no_consent"), wrapper.ask("installAppInfo", "{}"));
  }

  @Test
  @Config(qualifiers = "es-rAR")
  public void thePhoneIsDescribedWithoutAnythingThatNamesIt() {
    ShadowBuild.setManufacturer("Motorola");
    ShadowBuild.setModel("moto g24");
    TimeZone.setDefault(TimeZone.getTimeZone("America/Argentina/Buenos_Aires"));
    Locale.setDefault(Locale.forLanguageTag("es-AR"));
    Map<String, Object> facts = start().ask("deviceInfo", CONSENTED);
    assertEquals(Json.record(
        "manufacturer", "Motorola", "model", "moto g24", "os_version", Build.VERSION.RELEASE,
        "app_version", wrapper.ask("selfAppInfo", "{}").get("version_name"), "locale", "es-AR",
        "time_zone", "America/Argentina/Buenos_Aires"), facts);
    assertEquals(Json.record("error", "no_consent"), wrapper.ask("deviceInfo", "{}"));
  }

  @Test
  public void textsAreKeptOverAStartAndForgotten() {
    start();
    String get = "{\"key\":\"note\"}";
    assertEquals(Json.record("value", null), wrapper.ask("localCache.get", get));
    wrapper.ask("localCache.set", "{\"key\":\"note\",\"value\":\"ñandú\"}");
    wrapper.dieAndComeBack();
    assertEquals(Json.record("value", "ñandú"), wrapper.ask("localCache.get", get));
    wrapper.ask("localCache.clear", "{}");
    assertEquals(Json.record("value", null), wrapper.ask("localCache.get", get));
  }

  @Test
  public void eventsAreCountedByNameAndStayOnThePhone() {
    start();
    wrapper.ask("afEvent", "{\"name\":\"log_in\"}");
    wrapper.ask("afEvent", "{\"name\":\"log_in\"}");
    wrapper.ask("localCache.clear", "{}");
    Map<String, ?> counts = Wrapper.context().getSharedPreferences("counts", 0).getAll();
    assertEquals(Collections.singletonMap("log_in", 2), counts);
    assertFalse(wrapper.ask("afEvent", "{\"name\":\"other\"}").get("error") == null);
  }
}
