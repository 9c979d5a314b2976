package hola.core;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A phone that does what a test says, and tells in which order it was used. */
final class FakePhone {
  final List<String> used = Collections.synchronizedList(new ArrayList<>());
  final Set<String> granted = new HashSet<>();
  final Set<String> unaskable = new HashSet<>();
  final Map<String, String> cache = new HashMap<>();
  final List<Object[]> messages = new ArrayList<>();
  final Set<String> installed = new HashSet<>();
  /** What the camera takes at once; while it is null, the photos below are held until a test lets them go. */
  String photo;
  final List<Reply<String>> photos = new ArrayList<>();
  boolean agreesToDisclosure = true;
  boolean grants = true;
  boolean canTellPlaces = true;
  boolean hasAppForLinks = true;
  Ports.Location.Place place;
  Map<String, Object> contact = Json.record("name", "Ana Ejemplo", "phone", "+54 9 11 2345-6789");
  Map<String, Object> facts = Json.record(
      "manufacturer", "Motorola", "model", "moto g24", "os_version", "14", "app_version", "2.3.0", "locale", "es-AR",
      "time_zone", "America/Argentina/Buenos_Aires");
  Ports.Http http = (url, headers, body) -> "{\"code\":0,\"msg\":\"\",\"ret\":{\"stored_count\":1}}";
  long nowMs = 1_796_128_200_000L;

  Ports ports() {
    Ports ports = new Ports();
    ports.permissions = new Ports.Permissions() {
      @Override
      public boolean isGranted(String permission) {
        return granted.contains(permission);
      }

      @Override
      public boolean canAsk(String permission) {
        return !unaskable.contains(permission);
      }

      @Override
      public void ask(String permission, Reply<Boolean> reply) {
        used.add("system question " + permission);
        if (grants) granted.add(permission);
        else unaskable.add(permission);
        reply.done(grants);
      }
    };
    ports.disclosure = (permission, reply) -> {
      used.add("disclosure " + permission);
      reply.done(agreesToDisclosure);
    };
    ports.camera = (isOfTheFace, reply) -> {
      used.add(isOfTheFace ? "front camera" : "back camera");
      if (photo == null) photos.add(reply);
      else reply.done(photo);
    };
    ports.device = () -> {
      used.add("device");
      return facts;
    };
    ports.inbox = reader -> {
      used.add("inbox");
      for (Object[] message : messages) {
        if (!reader.take((String) message[0], (Long) message[1], (String) message[2])) return;
      }
    };
    ports.apps = packageName -> {
      used.add("app " + packageName);
      return installed.contains(packageName);
    };
    ports.contacts = reply -> {
      used.add("contacts");
      if (contact == null) reply.refused(Refusal.CANCELLED);
      else reply.done(contact);
    };
    ports.location = new Ports.Location() {
      @Override
      public boolean start() {
        used.add("location start");
        return canTellPlaces;
      }

      @Override
      public void stop() {
        used.add("location stop");
        place = null;
      }

      @Override
      public Place last() {
        return place;
      }
    };
    ports.cache = new Ports.Cache() {
      @Override
      public String get(String key) {
        return cache.get(key);
      }

      @Override
      public void set(String key, String value) {
        cache.put(key, value);
      }

      @Override
      public void clear() {
        used.add("cache clear");
        cache.clear();
      }
    };
    ports.links = new Ports.Links() {
      @Override
      public boolean canOpen(String uri) {
        return hasAppForLinks;
      }

      @Override
      public boolean open(String uri) {
        used.add("open " + uri);
        return hasAppForLinks;
      }
    };
    ports.counter = event -> used.add("count " + event);
    ports.http = (url, headers, body) -> http.post(url, headers, body);
    ports.clock = () -> nowMs;
    return ports;
  }
}
