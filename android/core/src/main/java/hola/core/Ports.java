package hola.core;

import java.io.IOException;
import java.util.Map;

/** What the core needs of a phone. The host has one adapter for each; tests and the browser suite have fakes. */
public final class Ports {
  public interface Permissions {
    boolean isGranted(String androidPermission);

    /** False when the system would no longer show its question. */
    boolean canAsk(String androidPermission);

    /** The system's own question. */
    void ask(String androidPermission, Reply<Boolean> reply);
  }

  /** Says what a permission is for, before the system asks; done(false) when the person would rather not. */
  public interface Disclosure {
    void show(String permission, Reply<Boolean> reply);
  }

  public interface Camera {
    /** A photograph taken now, as the base64 of a JPEG. */
    void take(boolean isOfTheFace, Reply<String> reply);
  }

  public interface Device {
    /** Of the shape of deviceInfo's answer. */
    Map<String, Object> facts();
  }

  public interface Inbox {
    interface Reader {
      /** False ends the reading. */
      boolean take(String sender, long receivedAtMs, String text);
    }

    /** Hands over one message after the other, the newest first. */
    void read(Reader reader);
  }

  public interface Apps {
    boolean isInstalled(String packageName);
  }

  public interface Contacts {
    /** The one contact that the person picks: name and phone. */
    void pick(Reply<Map<String, Object>> reply);
  }

  public interface Location {
    final class Place {
      final double latitude;
      final double longitude;
      final long takenAtMs;

      public Place(double latitude, double longitude, long takenAtMs) {
        this.latitude = latitude;
        this.longitude = longitude;
        this.takenAtMs = takenAtMs;
      }
    }

    /** False when the phone has no way to tell a place. */
    boolean start();

    /** Also forgets the last place. */
    void stop();

    /** Null before there is one. */
    Place last();
  }

  public interface Cache {
    String get(String key);

    void set(String key, String value);

    void clear();
  }

  public interface Links {
    boolean canOpen(String uri);

    /** False when no app opens it. */
    boolean open(String uri);
  }

  public interface Counter {
    void count(String event);
  }

  public interface Http {
    /** The text of the answer, whatever its status. */
    String post(String url, Map<String, String> headers, String body) throws IOException;
  }

  public interface Clock {
    long nowMs();
  }

  public Permissions permissions;
  public Disclosure disclosure;
  public Camera camera;
  public Device device;
  public Inbox inbox;
  public Apps apps;
  public Contacts contacts;
  public Location location;
  public Cache cache;
  public Links links;
  public Counter counter;
  public Http http;
  public Clock clock;
}
