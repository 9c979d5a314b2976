package hola.host;

import android.content.Context;
import android.location.Location;
import android.location.LocationListener;
import android.location.LocationManager;
import android.os.Bundle;
import android.os.Looper;
import hola.core.Ports;

/** The approximate place, from what needs no exact one. */
final class LocationAdapter implements Ports.Location, LocationListener {
  private static final long EVERY_MS = 60_000;
  private static final float METRES_MIN = 500;

  private final LocationManager manager;
  private volatile Place last;

  LocationAdapter(Context context) {
    manager = (LocationManager) context.getSystemService(Context.LOCATION_SERVICE);
  }

  @Override
  public boolean start() {
    String provider = Newer.coarseProvider(manager);
    if (!manager.getAllProviders().contains(provider) || !manager.isProviderEnabled(provider)) return false;
    manager.requestLocationUpdates(provider, EVERY_MS, METRES_MIN, this, Looper.getMainLooper());
    Location known = manager.getLastKnownLocation(provider);
    if (known != null) onLocationChanged(known);
    return true;
  }

  @Override
  public void stop() {
    manager.removeUpdates(this);
    last = null;
  }

  @Override
  public Place last() {
    return last;
  }

  @Override
  public void onLocationChanged(Location location) {
    last = new Place(location.getLatitude(), location.getLongitude(), location.getTime());
  }

  @Override
  @SuppressWarnings("deprecation")
  public void onStatusChanged(String provider, int status, Bundle extras) {}

  @Override
  public void onProviderEnabled(String provider) {}

  @Override
  public void onProviderDisabled(String provider) {}
}
