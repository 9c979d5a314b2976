package hola.host;

import org.robolectric.fakes.RoboWebSettings;

/** Robolectric's settings forget this one. */
final class RecordingSettings extends RoboWebSettings {
  private boolean isSafeBrowsing;

  @Override
  public boolean getSafeBrowsingEnabled() {
    return isSafeBrowsing;
  }

  @Override
  public void setSafeBrowsingEnabled(boolean enabled) {
    isSafeBrowsing = enabled;
  }
}
