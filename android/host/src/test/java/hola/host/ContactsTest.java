package hola.host;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.Manifest;
import android.app.Activity;
import android.content.Intent;
import android.net.Uri;
import android.provider.ContactsContract;
import android.provider.ContactsContract.CommonDataKinds.Phone;
import hola.core.Json;
import java.util.Collections;
import java.util.Map;
import org.junit.Test;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadows.ShadowActivity.IntentForResult;

public final class ContactsTest extends HostTest {
  private static final Uri CHOSEN = Uri.withAppendedPath(Phone.CONTENT_URI, "7");

  private final Table contacts = Table.at(ContactsContract.AUTHORITY);

  private Map<String, Object> pick(Object name, Object phone) {
    contacts.rows.clear();
    contacts.rows.add(new Object[] {name, phone});
    String id = wrapper.post("pickerContact", "{}");
    IntentForResult picker = wrapper.opened();
    assertEquals(Intent.ACTION_PICK, picker.intent.getAction());
    assertEquals(Phone.CONTENT_URI, picker.intent.getData());
    wrapper.give(picker, Activity.RESULT_OK, new Intent().setData(CHOSEN));
    return wrapper.answer(id);
  }

  @Test
  public void theSystemsPickerGivesTheOneThatWasChosenWithoutAPermission() {
    start();
    assertEquals(Json.record("name", "Ana Ejemplo", "phone", "11 2345"), pick("Ana Ejemplo", "11 2345"));
    assertEquals(Json.record("name", "", "phone", "11 2345"), pick(null, "11 2345"));
    assertEquals(Json.record("error", "failed"), pick("Ana", null));
    assertEquals(
        Collections.nCopies(3, CHOSEN + " " + Phone.DISPLAY_NAME + "," + Phone.NUMBER), contacts.asked);
    assertFalse(Wrapper.requested().contains(Manifest.permission.READ_CONTACTS));
  }

  @Test
  public void goingBackReadsNothing() {
    start();
    for (Intent data : new Intent[] {null, new Intent()}) {
      String id = wrapper.post("pickerContact", "{}");
      wrapper.give(wrapper.opened(), data == null ? Activity.RESULT_CANCELED : Activity.RESULT_OK, data);
      assertEquals(Json.record("error", "cancelled"), wrapper.answer(id));
    }
    assertTrue(contacts.asked.isEmpty());
  }

  @Test
  public void aContactThatIsGoneOrNotToBeReadFails() {
    contacts.isGone = true;
    start();
    assertEquals(Json.record("error", "failed"), pick("Ana", "1"));
    contacts.permission = Manifest.permission.READ_CONTACTS;
    assertEquals(Json.record("error", "failed"), pick("Ana", "1"));
  }

  @Test
  public void aPhoneWithoutContactsSaysSo() {
    shadowOf(RuntimeEnvironment.getApplication()).checkActivities(true);
    assertEquals(Json.record("error", "unavailable"), start().ask("pickerContact", "{}"));
  }

  @Test
  public void rotatedWhileThePickerIsOpenTheContactArrives() {
    contacts.rows.add(new Object[] {"Ana", "1"});
    String id = start().post("pickerContact", "{}");
    IntentForResult picker = wrapper.opened();
    RuntimeEnvironment.setQualifiers("+land");
    wrapper.controller().configurationChange();
    wrapper.give(picker, Activity.RESULT_OK, new Intent().setData(CHOSEN));
    assertEquals("Ana", wrapper.answer(id).get("name"));
  }

  @Test
  public void endedBySystemDuringAPickNothingIsReadAndItCanBePickedAgain() {
    start().post("pickerContact", "{}");
    IntentForResult picker = wrapper.opened();
    wrapper.dieAndComeBack();
    wrapper.give(picker, Activity.RESULT_OK, new Intent().setData(CHOSEN));
    wrapper.settle();
    assertTrue(contacts.asked.isEmpty());
    assertEquals("Ana", pick("Ana", "1").get("name"));
  }
}
