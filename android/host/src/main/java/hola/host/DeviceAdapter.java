package hola.host;

import android.os.Build;
import hola.core.AppInfo;
import hola.core.Json;
import hola.core.Ports;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;

final class DeviceAdapter implements Ports.Device {
  private final AppInfo app;

  DeviceAdapter(AppInfo app) {
    this.app = app;
  }

  @Override
  public Map<String, Object> facts() {
    return Json.record(
        "manufacturer", Build.MANUFACTURER,
        "model", Build.MODEL,
        "os_version", Build.VERSION.RELEASE,
        "app_version", app.versionName,
        "locale", Locale.getDefault().toLanguageTag(),
        "time_zone", TimeZone.getDefault().getID());
  }
}
