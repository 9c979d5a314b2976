package hola.core;

import java.util.Map;

/** Which wrapper this is; written down by its build. */
public final class AppInfo {
  public final String packageName;
  public final String versionName;
  public final int versionCode;
  /** `play` or `direct`. */
  public final String build;
  /** Where the web app and the server are, `https://host`, without a slash after it. */
  public final String origin;

  public AppInfo(String packageName, String versionName, int versionCode, String build, String origin) {
    this.packageName = packageName;
    this.versionName = versionName;
    this.versionCode = versionCode;
    this.build = build;
    this.origin = origin;
  }

  /** Put into the user agent, by which the web app knows that it is inside. */
  public String marker() {
    return "HolaApp/" + versionName;
  }

  Map<String, Object> asAnswer() {
    return Json.record(
        "package_name", packageName, "version_name", versionName, "version_code", (long) versionCode, "build", build);
  }
}
