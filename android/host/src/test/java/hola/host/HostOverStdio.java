package hola.host;

import static org.robolectric.Shadows.shadowOf;

import android.app.Activity;
import android.app.AlertDialog;
import android.content.ComponentName;
import android.content.Context;
import android.content.DialogInterface;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.graphics.Bitmap;
import android.graphics.BitmapFactory;
import android.location.Location;
import android.location.LocationManager;
import android.net.Uri;
import android.provider.ContactsContract;
import android.provider.ContactsContract.CommonDataKinds.Phone;
import android.provider.MediaStore;
import android.util.Base64;
import hola.core.Json;
import hola.core.Protocol;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.Test;
import org.junit.runner.JUnitCore;
import org.junit.runner.Result;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.GraphicsMode;
import org.robolectric.shadows.ShadowActivity.IntentForResult;
import org.robolectric.shadows.ShadowActivity.PermissionsRequest;
import org.robolectric.shadows.ShadowAlertDialog;
import org.robolectric.shadows.ShadowBuild;
import org.robolectric.util.ReflectionHelpers;

/**
 * The whole wrapper on Android's classes as a child process, with the browser suite in the place of its WebView: lines of JSON
 * as those of StdioHost. What the other apps and the person do is told by the same knobs.
 */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = 35, shadows = RecordingWebView.class)
@GraphicsMode(GraphicsMode.Mode.NATIVE)
public final class HostOverStdio {
  /**
   * The other side of the process. Not System.out, which main() has turned to the errors, for the framework's own words, before
   * Robolectric loads this class once more.
   */
  private static final PrintStream OUT = new PrintStream(new FileOutputStream(FileDescriptor.out));

  private static final String END = "";

  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final List<String> used = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, Object> state = new HashMap<>();
  private final Protocol protocol = Protocol.read(Assets.text(Wrapper.context(), "protocol.json"));
  private final Table contacts = Table.at(ContactsContract.AUTHORITY);
  private final Table inbox = Table.at("sms");
  private final Object network = new Object();
  private Wrapper wrapper;
  private PermissionsRequest answered;
  private int told = 0;

  /** Argument: where the server is. */
  public static void main(String[] arguments) {
    System.setProperty("hola.server", arguments[0]);
    System.setOut(System.err);
    Result result = JUnitCore.runClasses(HostOverStdio.class);
    result.getFailures().forEach(failure -> System.err.println(failure.getTrace()));
    System.exit(result.wasSuccessful() ? 0 : 1);
  }

  @Test
  public void serve() throws Exception {
    beThePhoneOfTheExamples();
    Map<String, URLStreamHandler> handlers = ReflectionHelpers.getStaticField(URL.class, "handlers");
    handlers.put("https", new Network());
    installAppsForLinks();
    move(null);
    wrapper = Wrapper.start();
    Thread reader = new Thread(this::read);
    reader.setDaemon(true);
    reader.start();
    for (;;) {
      String line = lines.poll(2, TimeUnit.MILLISECONDS);
      if (END.equals(line)) break;
      if (line != null) take(Wrapper.record(line));
      Wrapper.idle();
      act();
      tell();
    }
    wrapper.end();
  }

  private void read() {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try {
      for (String line = in.readLine(); line != null; line = in.readLine()) lines.add(line);
    } catch (IOException problem) {
      System.err.println(problem);
    }
    lines.add(END);
  }

  private static void beThePhoneOfTheExamples() {
    ShadowBuild.setManufacturer("Motorola");
    ShadowBuild.setModel("moto g24");
    ShadowBuild.setVersionRelease("14");
    Locale.setDefault(Locale.forLanguageTag("es-AR"));
    TimeZone.setDefault(TimeZone.getTimeZone("America/Argentina/Buenos_Aires"));
  }

  /** The app's own address leads to the server of the test, unless the network is to be held or lost. */
  private final class Network extends URLStreamHandler {
    @Override
    protected URLConnection openConnection(URL url) throws IOException {
      used.add("upload " + url.getPath().replace("/api/", ""));
      try {
        synchronized (network) {
          while (Boolean.TRUE.equals(state.get("holds_uploads"))) network.wait();
          Object left = state.get("loses_uploads");
          if (left instanceof Long && (Long) left > 0) {
            state.put("loses_uploads", (Long) left - 1);
            throw new IOException("the network is lost");
          }
        }
      } catch (InterruptedException problem) {
        throw new IOException(problem);
      }
      return new URL(System.getProperty("hola.server") + url.getFile()).openConnection();
    }
  }

  private void take(Map<String, Object> line) {
    if (line.containsKey("message")) {
      String top = ((String) line.get("top")).replace(System.getProperty("hola.server"), Wrapper.ORIGIN);
      wrapper.client().doUpdateVisitedHistory(wrapper.webView(), top, false);
      if (wrapper.bridge() != null) wrapper.bridge().postMessage((String) line.get("message"));
    } else if (line.containsKey("ask_used")) {
      say("used", new ArrayList<>(used));
    } else {
      synchronized (network) {
        state.putAll(line);
        network.notifyAll();
      }
      for (Map.Entry<String, Object> knob : line.entrySet()) turn(knob.getKey(), knob.getValue());
    }
  }

  private void turn(String knob, Object value) {
    switch (knob) {
      case "granted":
        for (String name : new String[] {"camera", "location", "sms"}) Wrapper.deny(protocol.permission(name).android);
        for (Object name : Json.asList(value)) Wrapper.grant(protocol.permission((String) name).android);
        return;
      case "place":
        move(Json.asList(value));
        return;
      case "sms":
        inbox.rows.clear();
        for (Object message : Json.asList(value)) inbox.rows.add(Json.asList(message).toArray());
        return;
      case "installed":
        for (Object name : Json.asList(value)) {
          PackageInfo info = new PackageInfo();
          info.packageName = (String) name;
          shadowOf(Wrapper.context().getPackageManager()).installPackage(info);
        }
        return;
      default:
        return;
    }
  }

  private void installAppsForLinks() {
    for (String scheme : protocol.uriSchemes) {
      ComponentName app = new ComponentName("com.other." + scheme, "Main");
      shadowOf(Wrapper.context().getPackageManager()).addActivityIfNotPresent(app);
      IntentFilter filter = new IntentFilter(Intent.ACTION_VIEW);
      filter.addCategory(Intent.CATEGORY_BROWSABLE);
      filter.addCategory(Intent.CATEGORY_DEFAULT);
      filter.addDataScheme(scheme);
      shadowOf(Wrapper.context().getPackageManager()).addIntentFilterForActivity(app, filter);
    }
  }

  private void move(List<Object> place) {
    LocationManager manager = (LocationManager) Wrapper.context().getSystemService(Context.LOCATION_SERVICE);
    shadowOf(manager).setProviderEnabled(LocationManager.FUSED_PROVIDER, true);
    if (place == null) return;
    Location location = new Location(LocationManager.FUSED_PROVIDER);
    location.setLatitude(((Number) place.get(0)).doubleValue());
    location.setLongitude(((Number) place.get(1)).doubleValue());
    location.setTime((Long) place.get(2));
    location.setElapsedRealtimeNanos(1);
    shadowOf(manager).simulateLocation(location);
  }

  /** What a person and the other apps do when they are asked. */
  private void act() throws IOException {
    AlertDialog words = ShadowAlertDialog.getLatestAlertDialog();
    if (words != null && words.isShowing()) {
      used.add("disclosure " + shadowOf(words).getTitle());
      boolean agrees = !Boolean.FALSE.equals(state.get("agrees_to_disclosure"));
      words.getButton(agrees ? DialogInterface.BUTTON_POSITIVE : DialogInterface.BUTTON_NEGATIVE).performClick();
    }
    PermissionsRequest asked = wrapper.shadow().getLastRequestedPermission();
    if (asked != null && asked != answered) answer(asked);
    IntentForResult opened = wrapper.shadow().peekNextStartedActivityForResult();
    if (opened != null) open(wrapper.opened());
  }

  private void answer(PermissionsRequest asked) {
    answered = asked;
    used.add("system question " + asked.requestedPermissions[0]);
    boolean grants = !Boolean.FALSE.equals(state.get("grants"));
    if (grants) Wrapper.grant(asked.requestedPermissions);
    int result = grants ? PackageManager.PERMISSION_GRANTED : PackageManager.PERMISSION_DENIED;
    wrapper.answer(asked, asked.requestedPermissions, new int[] {result});
  }

  private void open(IntentForResult opened) throws IOException {
    String action = String.valueOf(opened.intent.getAction());
    if (action.equals(MediaStore.ACTION_IMAGE_CAPTURE)) {
      used.add(opened.intent.hasExtra("android.intent.extra.USE_FRONT_CAMERA") ? "front camera" : "back camera");
      Uri place = opened.intent.getParcelableExtra(MediaStore.EXTRA_OUTPUT);
      try (OutputStream out = Wrapper.context().getContentResolver().openOutputStream(place, "w")) {
        out.write(photo());
      }
      wrapper.give(opened, Activity.RESULT_OK, null);
    } else if (action.equals(Intent.ACTION_PICK)) {
      Map<String, Object> contact = state.containsKey("contact")
          ? Json.asRecord(state.get("contact")) : Json.record("name", "Ana Ejemplo", "phone", "+54 9 11 2345-6789");
      contacts.rows.clear();
      if (contact != null) contacts.rows.add(new Object[] {contact.get("name"), contact.get("phone")});
      Uri chosen = Uri.withAppendedPath(Phone.CONTENT_URI, "1");
      wrapper.give(opened, contact == null ? Activity.RESULT_CANCELED : Activity.RESULT_OK, new Intent().setData(chosen));
    } else {
      used.add("open " + opened.intent.getDataString());
    }
  }

  /** What a camera takes is a photograph; where the test says something else, one is made. */
  private byte[] photo() {
    byte[] said = Base64.decode(String.valueOf(state.get("photo")), Base64.DEFAULT);
    if (BitmapFactory.decodeByteArray(said, 0, said.length) != null) return said;
    Bitmap bitmap = Bitmap.createBitmap(640, 400, Bitmap.Config.ARGB_8888);
    java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
    bitmap.compress(Bitmap.CompressFormat.JPEG, 90, out);
    return out.toByteArray();
  }

  private void tell() {
    List<String> scripts = wrapper.page().scripts;
    for (; told < scripts.size(); told += 1) say("script", scripts.get(told));
  }

  private static void say(String what, Object value) {
    byte[] line = (Json.write(Json.record(what, value)) + "\n").getBytes(StandardCharsets.UTF_8);
    OUT.write(line, 0, line.length);
    OUT.flush();
  }
}
