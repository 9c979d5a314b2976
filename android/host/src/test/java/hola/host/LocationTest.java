package hola.host;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.Manifest;
import android.content.Context;
import android.location.Location;
import android.location.LocationManager;
import android.os.Build;
import hola.core.Json;
import java.util.Map;
import org.junit.Before;
import org.junit.Test;
import org.robolectric.shadows.ShadowLocationManager;

public final class LocationTest extends HostTest {
  private final LocationManager manager =
      (LocationManager) Wrapper.context().getSystemService(Context.LOCATION_SERVICE);
  private final ShadowLocationManager phone = shadowOf(manager);

  /** The phone's own mix of sources, which has its name since Android 12; before it, the network. */
  private final String provider =
      Build.VERSION.SDK_INT >= 31 ? LocationManager.FUSED_PROVIDER : LocationManager.NETWORK_PROVIDER;

  @Before
  public void allow() {
    Wrapper.grant(Manifest.permission.ACCESS_COARSE_LOCATION);
    phone.setProviderEnabled(provider, true);
    phone.setProviderEnabled(LocationManager.GPS_PROVIDER, true);
  }

  private boolean isFollowed() {
    return !phone.getLocationUpdateListeners(provider).isEmpty();
  }

  private void move(double latitude, double longitude) {
    Location place = new Location(provider);
    place.setLatitude(latitude);
    place.setLongitude(longitude);
    place.setTime(1_796_128_200_000L);
    place.setElapsedRealtimeNanos(1);
    place.setAccuracy(5);
    phone.simulateLocation(place);
    Wrapper.idle();
  }

  @Test
  public void aPlaceArrivesRoundedFromAnApproximateSource() {
    start();
    assertEquals(Json.record(), wrapper.ask("location.start", CONSENTED));
    assertEquals(Json.record("error", "not_ready"), wrapper.ask("location.data", CONSENTED));
    move(-34.603722, -58.381592);
    assertEquals(
        Json.record("latitude_centidegrees", -3460L, "longitude_centidegrees", -5838L,
            "taken_at", "2026-12-01T12:30:00.000Z"),
        wrapper.ask("location.data", CONSENTED));
    assertTrue("never the exact one", phone.getLocationUpdateListeners(LocationManager.GPS_PROVIDER).isEmpty());
    assertFalse(Wrapper.requested().contains(Manifest.permission.ACCESS_FINE_LOCATION));
  }

  @Test
  public void withoutPermissionOrConsentNothingIsFollowed() {
    Wrapper.deny(Manifest.permission.ACCESS_COARSE_LOCATION);
    start();
    assertEquals(Json.record("error", "permission_denied"), wrapper.ask("location.start", CONSENTED));
    assertEquals(Json.record("error", "permission_denied"), wrapper.ask("location.data", CONSENTED));
    Wrapper.grant(Manifest.permission.ACCESS_COARSE_LOCATION);
    assertEquals(Json.record("error", "no_consent"), wrapper.ask("location.start", "{}"));
    assertFalse(isFollowed());
  }

  @Test
  public void hidingTheAppStopsItAndForgetsThePlace() {
    start().ask("location.start", CONSENTED);
    move(-34.6, -58.4);
    wrapper.controller().pause().stop();
    Wrapper.untilTrue(() -> !isFollowed());
    assertEquals(Json.record("error", "not_ready"), wrapper.ask("location.data", CONSENTED));
    assertEquals("hidden", Json.record("error", "not_ready"), wrapper.ask("location.start", CONSENTED));
    assertFalse(isFollowed());
    wrapper.controller().restart().start().resume();
    assertEquals(Json.record(), wrapper.ask("location.start", CONSENTED));
    assertTrue(isFollowed());
  }

  @Test
  public void stoppedByThePageItIsForgotten() {
    start().ask("location.start", CONSENTED);
    move(-34.6, -58.4);
    assertEquals(Json.record(), wrapper.ask("location.stop", "{}"));
    assertFalse(isFollowed());
    assertEquals(Json.record("error", "not_ready"), wrapper.ask("location.data", CONSENTED));
  }

  @Test
  public void switchedOffItIsUnavailable() {
    phone.setProviderEnabled(provider, false);
    phone.setProviderEnabled(LocationManager.NETWORK_PROVIDER, false);
    Map<String, Object> answer = start().ask("location.start", CONSENTED);
    assertEquals(Json.record("error", "unavailable"), answer);
    assertFalse(isFollowed());
  }
}
