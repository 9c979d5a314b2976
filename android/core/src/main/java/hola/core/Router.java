package hola.core;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/** Takes the messages of the page, has them judged, and lets the phone carry out what may be. */
public final class Router {
  /** The page that asked. */
  public interface Page {
    /** Runs a script there, if the app's own page is still the one that is shown. */
    void run(String script);
  }

  /** Far more than the largest message of ours; what is longer is not even read. */
  private static final int MESSAGE_CHARS_MAX = 1 << 20;

  private static final int CALLBACK_ID_CHARS_MAX = 64;

  private final Protocol protocol;
  private final AppInfo app;
  private final Ports ports;
  private final Page page;
  private final OriginPolicy origin;
  private final Executor inOrder;
  private final Executor background;
  private final Gate gate;
  private final Delivery delivery;
  private final Upload upload;
  private final SmsDigest smsDigest;
  private final PermissionFlow permissionFlow;
  private final Set<String> open = new HashSet<>();
  /** Read and written in order. */
  private boolean isSeen = true;

  /**
   * @param inOrder runs one thing after the other, so that what was set is there when it is got
   * @param background may run several, for what takes long; it goes on when the page is closed
   */
  public Router(Protocol protocol, AppInfo app, Ports ports, Page page, Executor inOrder, Executor background) {
    this.protocol = protocol;
    this.app = app;
    this.ports = ports;
    this.page = page;
    this.inOrder = inOrder;
    this.background = background;
    origin = new OriginPolicy(app.origin, protocol.uriSchemes);
    gate = new Gate(protocol, app.build, ports.permissions);
    delivery = new Delivery(protocol);
    upload = new Upload(app.origin, protocol, ports.http);
    smsDigest = new SmsDigest(ports.clock);
    permissionFlow = new PermissionFlow(app.build, ports);
  }

  /**
   * A message from a page. Every frame can see the object that it was sent through, so it counts only while the page at
   * the top is the app's own.
   */
  public void receive(String text, String topUrl) {
    if (text == null || text.length() > MESSAGE_CHARS_MAX || !origin.isOwn(topUrl)) return;
    inOrder.execute(() -> read(text));
  }

  /** The app is no longer seen: until it is, nothing about the place is read, whatever the page does. */
  public void hide() {
    inOrder.execute(() -> {
      isSeen = false;
      ports.location.stop();
    });
  }

  public void show() {
    inOrder.execute(() -> isSeen = true);
  }

  /** The page wants to show what the camera sees: asked for like any permission, and only for the app's own page. */
  public void requestCamera(String from, Reply<Boolean> reply) {
    if (!origin.isOwn(from)) {
      reply.done(false);
      return;
    }
    Reply<Map<String, Object>> answer = new Reply<Map<String, Object>>() {
      @Override
      public void done(Map<String, Object> state) {
        reply.done((Boolean) state.get("granted"));
      }

      @Override
      public void refused(Refusal why) {
        reply.refused(why);
      }
    };
    Flow ask = closing -> permissionFlow.request(protocol.permission("camera"), closing);
    inOrder.execute(() -> oneAtATime("permission", answer, ask));
  }

  private void read(String text) {
    Map<String, Object> message;
    try {
      message = Json.asRecord(Json.parse(text));
    } catch (Json.Malformed problem) {
      return;
    }
    if (message == null) return;
    Object id = message.get("callbackId");
    boolean isText = id instanceof String && !((String) id).isEmpty() && ((String) id).length() <= CALLBACK_ID_CHARS_MAX;
    if (id != null && !isText && !(id instanceof Long)) return;
    Gate.Verdict verdict = gate.judge(message);
    Answer answer = new Answer(id, verdict);
    if (verdict.refusal != null) answer.refused(verdict.refusal);
    else if (verdict.call.uploads == null) attempt(verdict, answer);
    else background.execute(() -> attempt(verdict, answer));
  }

  /** A phone may take back at any moment what it granted: then the adapter throws, and the page hears that it failed. */
  private void attempt(Gate.Verdict verdict, Answer answer) {
    try {
      carryOut(verdict.call, verdict.data, answer);
    } catch (RuntimeException problem) {
      answer.refused(Refusal.FAILED);
    }
  }

  private void carryOut(Protocol.Call call, Map<String, Object> data, Answer answer) {
    switch (call.name) {
      case "liveness":
        takePhoto(true, answer);
        return;
      case "takePhoto":
        takePhoto("selfie".equals(data.get("kind")), answer);
        return;
      case "deviceInfo":
        answer.done(ports.device.facts());
        return;
      case "smsInfo":
        answer.done(Json.record("sms_list", smsDigest.read(ports.inbox)));
        return;
      case "installAppInfo":
        answer.done(Json.record("packages", installedFinanceApps()));
        return;
      case "selfAppInfo":
        answer.done(app.asAnswer());
        return;
      case "pickerContact":
        oneAtATime("contact", answer, ports.contacts::pick);
        return;
      case "afEvent":
        ports.counter.count((String) data.get("name"));
        answer.done(Json.record());
        return;
      case "location.start":
        if (!isSeen) answer.refused(Refusal.NOT_READY);
        else if (ports.location.start()) answer.done(Json.record());
        else answer.refused(Refusal.UNAVAILABLE);
        return;
      case "location.stop":
        ports.location.stop();
        answer.done(Json.record());
        return;
      case "location.data":
        Ports.Location.Place place = ports.location.last();
        if (place == null) answer.refused(Refusal.NOT_READY);
        else answer.done(approximate(place));
        return;
      case "permission.check":
        answer.done(permissionFlow.check(permissionOf(data)));
        return;
      case "permission.request":
        oneAtATime("permission", answer, reply -> permissionFlow.request(permissionOf(data), reply));
        return;
      case "localCache.get":
        answer.done(Json.record("value", ports.cache.get((String) data.get("key"))));
        return;
      case "localCache.set":
        ports.cache.set((String) data.get("key"), (String) data.get("value"));
        answer.done(Json.record());
        return;
      case "localCache.clear":
        ports.cache.clear();
        answer.done(Json.record());
        return;
      case "intentUriOpen.check_support":
        answer.done(Json.record("supported", ports.links.canOpen((String) data.get("uri"))));
        return;
      case "intentUriOpen.start":
        if (ports.links.open((String) data.get("uri"))) answer.done(Json.record());
        else answer.refused(Refusal.UNAVAILABLE);
        return;
      default:
        throw new IllegalStateException("protocol.json has a call that this wrapper does not know");
    }
  }

  private void takePhoto(boolean isOfTheFace, Answer answer) {
    oneAtATime("camera", answer, reply -> ports.camera.take(isOfTheFace, new Reply<String>() {
      @Override
      public void done(String base64) {
        reply.done(Json.record("photo", Json.record("mime_type", "image/jpeg", "base64", base64)));
      }

      @Override
      public void refused(Refusal why) {
        reply.refused(why);
      }
    }));
  }

  private List<String> installedFinanceApps() {
    List<String> installed = new ArrayList<>();
    for (String packageName : protocol.financeApps) {
      if (ports.apps.isInstalled(packageName)) installed.add(packageName);
    }
    return installed;
  }

  /** Hundredths of a degree, about a kilometre: a closer place never leaves this method. */
  private static Map<String, Object> approximate(Ports.Location.Place place) {
    return Json.record(
        "latitude_centidegrees", Math.round(place.latitude * 100),
        "longitude_centidegrees", Math.round(place.longitude * 100),
        "taken_at", Instants.of(place.takenAtMs));
  }

  private Protocol.Permission permissionOf(Map<String, Object> data) {
    return protocol.permission((String) data.get("name"));
  }

  private interface Flow {
    void begin(Reply<Map<String, Object>> reply);
  }

  /** Something that a person sees: while one is open, a second of its kind is told so. */
  private void oneAtATime(String kind, Reply<Map<String, Object>> answer, Flow flow) {
    synchronized (open) {
      if (!open.add(kind)) {
        answer.refused(Refusal.BUSY);
        return;
      }
    }
    Reply<Map<String, Object>> closing = new Reply<Map<String, Object>>() {
      @Override
      public void done(Map<String, Object> value) {
        close(kind);
        answer.done(value);
      }

      @Override
      public void refused(Refusal why) {
        close(kind);
        answer.refused(why);
      }
    };
    try {
      flow.begin(closing);
    } catch (RuntimeException problem) {
      closing.refused(Refusal.FAILED);
    }
  }

  private void close(String kind) {
    synchronized (open) {
      open.remove(kind);
    }
  }

  /** The answer to one message: given once, held to the shape of its row, and sent on to the server if so asked. */
  private final class Answer implements Reply<Map<String, Object>> {
    private final Object callbackId;
    private final Gate.Verdict verdict;
    private final AtomicBoolean isGiven = new AtomicBoolean();

    Answer(Object callbackId, Gate.Verdict verdict) {
      this.callbackId = callbackId;
      this.verdict = verdict;
    }

    @Override
    public void done(Map<String, Object> value) {
      Map<String, Object> held = verdict.call.answer.read(value);
      if (held == null) refused(Refusal.FAILED);
      else if (!verdict.isUpload) give(held);
      else {
        Map<String, Object> uploaded = upload.send(verdict.call, held, Json.asRecord(verdict.data.get("upload")));
        if (uploaded == null) refused(Refusal.UPLOAD_FAILED);
        else give(uploaded);
      }
    }

    @Override
    public void refused(Refusal why) {
      give(why.asAnswer());
    }

    private void give(Map<String, Object> data) {
      if (!isGiven.compareAndSet(false, true) || callbackId == null) return;
      for (String script : delivery.scripts(callbackId, data)) page.run(script);
    }
  }
}
