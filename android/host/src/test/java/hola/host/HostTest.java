package hola.host;

import org.junit.After;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;

/** Every test runs on each of these: the oldest Android, those around the changes to permissions, the newest there is. */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = {24, 29, 33, 35}, shadows = RecordingWebView.class)
public abstract class HostTest {
  static final String CONSENTED = "{\"consent_version\":\"2026-11\"}";

  Wrapper wrapper;

  final Wrapper start() {
    wrapper = Wrapper.start();
    return wrapper;
  }

  @After
  public final void end() {
    if (wrapper != null) wrapper.end();
  }
}
