package hola.core;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The real core as a child process with a phone that is made up, so that the browser suite can have it behind
 * `window.androidBridge`. A line of JSON each way: in, messages of the page and what the phone is like; out, scripts for
 * the page and, when asked, what the phone was used for. Uploads go out over the real HTTP.
 *
 * <p>Arguments: the protocol's file, the build, the origin of the page.
 */
public final class StdioHost {
  private final FakePhone phone = new FakePhone();
  private final Protocol protocol;
  private final Router router;
  private final PrintStream out;
  private final Ports.Http http = new HttpPost();
  private final Object network = new Object();
  private boolean holdsUploads = false;
  private long losesUploads = 0;
  private final ExecutorService inOrder = Executors.newSingleThreadExecutor();
  private final ExecutorService background = Executors.newFixedThreadPool(2);

  private StdioHost(Path protocolFile, String origin, String build, PrintStream out) throws IOException {
    this.out = out;
    protocol = Protocol.read(new String(Files.readAllBytes(protocolFile), StandardCharsets.UTF_8));
    phone.http = this::post;
    AppInfo app = new AppInfo("com.example.hola", "2.3.0", 1, build, origin);
    router = new Router(protocol, app, phone.ports(), script -> say("script", script), inOrder, background);
  }

  /** Over the real HTTP, unless a test wants the network to be held or lost. */
  private String post(String url, Map<String, String> headers, String body) throws IOException {
    phone.used.add("upload " + url.substring(url.indexOf("/api/") + 5));
    try {
      synchronized (network) {
        while (holdsUploads) network.wait();
        if (losesUploads > 0) {
          losesUploads -= 1;
          throw new IOException("the network is lost");
        }
      }
    } catch (InterruptedException problem) {
      throw new IOException(problem);
    }
    return http.post(url, headers, body);
  }

  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, true, "UTF-8");
    StdioHost host = new StdioHost(Paths.get(arguments[0]), arguments[2], arguments[1], out);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      host.take(Json.asRecord(Json.parse(line)));
    }
    host.inOrder.shutdownNow();
    host.background.shutdownNow();
  }

  private void take(Map<String, Object> line) {
    if (line.containsKey("message")) {
      router.receive((String) line.get("message"), (String) line.get("top"));
    } else {
      // After the messages that came before it, and on their thread: the phone is not made for two.
      inOrder.execute(() -> turn(line));
    }
  }

  private void turn(Map<String, Object> line) {
    for (Map.Entry<String, Object> entry : line.entrySet()) turn(entry.getKey(), entry.getValue());
  }

  private void turn(String knob, Object value) {
    switch (knob) {
      case "granted":
        phone.granted.clear();
        for (Object name : Json.asList(value)) phone.granted.add(protocol.permission((String) name).android);
        return;
      case "grants":
        phone.grants = (Boolean) value;
        return;
      case "agrees_to_disclosure":
        phone.agreesToDisclosure = (Boolean) value;
        return;
      case "photo":
        phone.photo = (String) value;
        return;
      case "release_photos":
        List<Reply<String>> held = new ArrayList<>(phone.photos);
        phone.photos.clear();
        for (Reply<String> reply : held) reply.done((String) value);
        return;
      case "contact":
        phone.contact = Json.asRecord(value);
        return;
      case "place":
        List<Object> place = Json.asList(value);
        phone.place = place == null ? null : new Ports.Location.Place(
            ((Number) place.get(0)).doubleValue(), ((Number) place.get(1)).doubleValue(), (Long) place.get(2));
        return;
      case "now_ms":
        phone.nowMs = (Long) value;
        return;
      case "sms":
        phone.messages.clear();
        for (Object message : Json.asList(value)) phone.messages.add(Json.asList(message).toArray());
        return;
      case "installed":
        phone.installed.clear();
        for (Object name : Json.asList(value)) phone.installed.add((String) name);
        return;
      case "opens_links":
        phone.hasAppForLinks = (Boolean) value;
        return;
      case "holds_uploads":
        synchronized (network) {
          holdsUploads = (Boolean) value;
          network.notifyAll();
        }
        return;
      case "loses_uploads":
        synchronized (network) {
          losesUploads = (Long) value;
        }
        return;
      case "hide":
        router.hide();
        return;
      case "ask_used":
        say("used", new ArrayList<>(phone.used));
        return;
      default:
        throw new IllegalArgumentException(knob);
    }
  }

  private void say(String what, Object value) {
    synchronized (out) {
      out.println(Json.write(Json.record(what, value)));
    }
  }
}
