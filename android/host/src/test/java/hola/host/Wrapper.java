package hola.host;

import static org.robolectric.Shadows.shadowOf;

import android.app.Activity;
import android.content.Context;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.os.Bundle;
import android.os.Looper;
import android.view.ViewGroup;
import android.webkit.WebChromeClient;
import android.webkit.WebView;
import android.webkit.WebViewClient;
import hola.core.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.robolectric.Robolectric;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.android.controller.ActivityController;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowActivity;
import org.robolectric.shadows.ShadowActivity.IntentForResult;
import org.robolectric.util.ReflectionHelpers;

/** The activity as Android runs it, and what its page would do: post messages, and take what is run in it. */
final class Wrapper {
  static final String ORIGIN = "https://hola.example";
  static final String HOME = ORIGIN + "/";
  private static final long LIMIT_NS = 20_000_000_000L;

  private ActivityController<MainActivity> controller;
  private int ids = 0;

  static Wrapper start() {
    return start(new Intent(Intent.ACTION_MAIN));
  }

  static Wrapper start(Intent intent) {
    Wrapper wrapper = new Wrapper();
    wrapper.controller = Robolectric.buildActivity(MainActivity.class, intent).setup();
    wrapper.showPage();
    return wrapper;
  }

  /** What a WebView tells its client when the page is there. */
  private void showPage() {
    client().onPageStarted(webView(), webView().getUrl(), null);
    client().onPageCommitVisible(webView(), webView().getUrl());
  }

  MainActivity activity() {
    return controller.get();
  }

  ActivityController<MainActivity> controller() {
    return controller;
  }

  ShadowActivity shadow() {
    return shadowOf((Activity) activity());
  }

  /** Which of the two builds is tested. */
  static boolean isDirect() {
    return System.getProperty("hola.build").equals("direct");
  }

  static Context context() {
    return RuntimeEnvironment.getApplication();
  }

  WebView webView() {
    ViewGroup content = activity().findViewById(android.R.id.content);
    return (WebView) ((ViewGroup) content.getChildAt(0)).getChildAt(0);
  }

  RecordingWebView page() {
    return (RecordingWebView) (Object) Shadow.<RecordingWebView>extract(webView());
  }

  WebViewClient client() {
    return page().getWebViewClient();
  }

  WebChromeClient chrome() {
    return page().getWebChromeClient();
  }

  BridgeObject bridge() {
    return (BridgeObject) page().getJavascriptInterface("androidBridge");
  }

  static void grant(String... permissions) {
    shadowOf(RuntimeEnvironment.getApplication()).grantPermissions(permissions);
  }

  static void deny(String... permissions) {
    shadowOf(RuntimeEnvironment.getApplication()).denyPermissions(permissions);
  }

  static void explain(String permission, boolean would) {
    PackageManager packages = context().getPackageManager();
    shadowOf(packages).setShouldShowRequestPermissionRationale(permission, would);
  }

  /** Posts a message and answers with its id. `event` is `event` or `event.action`. */
  String post(String event, String data) {
    String[] names = event.split("\\.");
    String id = "c" + (ids += 1);
    String action = names.length > 1 ? "\"action\":\"" + names[1] + "\"," : "";
    bridge().postMessage(
        "{\"event\":\"" + names[0] + "\"," + action + "\"data\":" + data + ",\"callbackId\":\"" + id + "\"}");
    return id;
  }

  Map<String, Object> ask(String event, String data) {
    String id = post(event, data);
    return answer(id);
  }

  Map<String, Object> answer(String id) {
    return until(() -> answerOrNull(id));
  }

  /** The answer that has come, whole or in chunks that have ended; null before. */
  Map<String, Object> answerOrNull(String id) {
    StringBuilder joined = new StringBuilder();
    for (String script : new ArrayList<>(page().scripts)) {
      Map<String, Object> message = argument(script);
      if (!id.equals(message.get("callbackId"))) continue;
      if (!script.startsWith("window.onNativeChunk")) return Json.asRecord(message.get("data"));
      if (!message.containsKey("data")) return record(joined.toString());
      joined.append(message.get("data"));
    }
    return null;
  }

  static Map<String, Object> argument(String script) {
    String literal = script.substring(script.indexOf('(') + 1, script.length() - 1);
    try {
      return record((String) Json.parse(literal));
    } catch (Json.Malformed problem) {
      throw new AssertionError(script, problem);
    }
  }

  static Map<String, Object> record(String json) {
    try {
      return Json.asRecord(Json.parse(json));
    } catch (Json.Malformed problem) {
      throw new AssertionError(json, problem);
    }
  }

  /** Messages are taken in their order: when this one is answered, those before it have been read. */
  void settle() {
    ask("selfAppInfo", "{}");
    idle();
  }

  static void idle() {
    shadowOf(Looper.getMainLooper()).idle();
  }

  static <T> T until(Supplier<T> found) {
    long end = System.nanoTime() + LIMIT_NS;
    for (;;) {
      idle();
      T value = found.get();
      if (value != null) return value;
      if (System.nanoTime() > end) throw new AssertionError("nothing came");
      LockSupport.parkNanos(1_000_000);
    }
  }

  static void untilTrue(Supplier<Boolean> holds) {
    until(() -> holds.get() ? true : null);
  }

  /** The app that was opened for a result, with the number by which it answers. */
  IntentForResult opened() {
    IntentForResult opened = until(() -> shadow().getNextStartedActivityForResult());
    shadow().getNextStartedActivity();
    return opened;
  }

  boolean hasOpenedNothing() {
    return shadow().peekNextStartedActivity() == null;
  }

  void give(IntentForResult asked, int result, Intent data) {
    activity().onActivityResult(asked.requestCode, result, data);
  }

  /** The system's own question has ended; an interrupted one names no permission. */
  void answer(ShadowActivity.PermissionsRequest asked, String[] permissions, int[] results) {
    // The activity opens one question at a time, and knows by this that none is open any more.
    ReflectionHelpers.setField(Activity.class, activity(), "mHasCurrentPermissionsRequest", false);
    activity().onRequestPermissionsResult(asked.requestCode, permissions, results);
  }

  /** The system ends the app in the background, and brings it back by what it had saved. */
  void dieAndComeBack() {
    Bundle saved = new Bundle();
    controller.pause().stop().saveInstanceState(saved).destroy();
    controller = Robolectric.buildActivity(MainActivity.class, activity().getIntent());
    controller.create(saved).start().restoreInstanceState(saved).resume().visible();
    showPage();
  }

  void end() {
    controller.close();
  }

  static List<String> requested() {
    try {
      String[] all = context().getPackageManager()
          .getPackageInfo(context().getPackageName(), PackageManager.GET_PERMISSIONS).requestedPermissions;
      List<String> names = new ArrayList<>();
      for (String name : all) names.add(name);
      return names;
    } catch (PackageManager.NameNotFoundException problem) {
      throw new AssertionError(problem);
    }
  }
}
