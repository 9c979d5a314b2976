package hola.host;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.app.job.JobInfo;
import android.app.job.JobParameters;
import android.app.job.JobScheduler;
import android.content.Context;
import android.content.pm.PackageManager;
import android.content.pm.ServiceInfo;
import hola.core.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.robolectric.Robolectric;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.util.ReflectionHelpers;

/** `native_upload`: the wrapper calls the server itself, also when its screen is closed meanwhile. */
public final class UploadsTest extends HostTest {
  private static final String TOKEN = "a-token-of-forty-three-characters-or-more-123";
  private static final String UPLOAD = "{\"consent_version\":\"2026-11\",\"upload\":{\"token\":\"" + TOKEN
      + "\",\"language\":\"es\",\"app_name\":\"Hola\",\"version\":\"2.3.0\",\"version_code\":1}}";
  private static final String STORED = "{\"code\":0,\"msg\":\"\",\"ret\":{\"stored_count\":1}}";

  /** What came, and what is answered: null is a network that is lost. */
  private final List<String> bodies = Collections.synchronizedList(new ArrayList<>());
  private final List<String> answers = Collections.synchronizedList(new ArrayList<>());
  private final List<Map<String, List<String>>> headers = Collections.synchronizedList(new ArrayList<>());
  private CountDownLatch held = new CountDownLatch(0);
  private Object handlers;

  /** The server at the app's own address, in the place of a network. */
  private final class Server extends URLStreamHandler {
    @Override
    protected URLConnection openConnection(URL url) {
      return new HttpURLConnection(url) {
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();
        private final Map<String, List<String>> sent = new java.util.HashMap<>();
        private String answer;

        @Override
        public void setRequestProperty(String name, String value) {
          sent.put(name, Collections.singletonList(value));
        }

        @Override
        public OutputStream getOutputStream() {
          return body;
        }

        @Override
        public int getResponseCode() throws IOException {
          try {
            held.await();
          } catch (InterruptedException problem) {
            throw new IOException(problem);
          }
          headers.add(sent);
          bodies.add(url.getPath() + " " + body.toString("UTF-8"));
          answer = answers.isEmpty() ? STORED : answers.remove(0);
          if (answer == null) throw new IOException("the network is lost");
          return 200;
        }

        @Override
        public InputStream getInputStream() {
          return new ByteArrayInputStream(answer.getBytes());
        }

        @Override
        public void disconnect() {}

        @Override
        public boolean usingProxy() {
          return false;
        }

        @Override
        public void connect() {}
      };
    }
  }

  @Before
  public void serve() {
    Map<String, URLStreamHandler> known = ReflectionHelpers.getStaticField(URL.class, "handlers");
    handlers = known.put("https", new Server());
  }

  @After
  public void close() {
    held.countDown();
    Map<String, URLStreamHandler> known = ReflectionHelpers.getStaticField(URL.class, "handlers");
    if (handlers == null) known.remove("https");
    else known.put("https", (URLStreamHandler) handlers);
    Wrapper.untilTrue(UploadService.WORK::isIdle);
  }

  private String upload(String event) {
    wrapper.bridge().postMessage("{\"event\":\"" + event + "\",\"mode\":\"native_upload\",\"data\":" + UPLOAD
        + ",\"callbackId\":\"up\"}");
    return "up";
  }

  @Test
  public void itSendsWithTheTokenOfThePageAndAnswersHowMuchWasKept() {
    start();
    assertEquals(Json.record("stored_count", 1L), wrapper.answer(upload("installAppInfo")));
    assertEquals(Arrays.asList("/api/user/upload_app {\"data\":[]}"), bodies);
    assertEquals(Collections.singletonList(TOKEN), headers.get(0).get("token"));
  }

  @Test
  public void threeTimesAtMost() {
    answers.addAll(Arrays.asList(null, null, null, STORED));
    start();
    assertEquals(Json.record("error", "upload_failed"), wrapper.answer(upload("deviceInfo")));
    assertEquals(3, bodies.size());
  }

  @Test
  public void aServerThatSaysLogOutIsNotAskedAgain() {
    answers.add("{\"code\":10001,\"msg\":\"x\",\"ret\":null}");
    start();
    assertEquals(Json.record("error", "upload_failed"), wrapper.answer(upload("deviceInfo")));
    assertEquals(1, bodies.size());
  }

  private JobScheduler scheduler() {
    return (JobScheduler) Wrapper.context().getSystemService(Context.JOB_SCHEDULER_SERVICE);
  }

  @Test
  public void theScreenClosedMeanwhileItGoesOnAndTheSystemIsAskedToWait() {
    held = new CountDownLatch(1);
    answers.addAll(Arrays.asList(null, null, STORED));
    start();
    upload("deviceInfo");
    Wrapper.untilTrue(() -> !UploadService.WORK.isIdle());
    RecordingWebView page = wrapper.page();
    wrapper.controller().pause().stop();
    JobInfo job = scheduler().getPendingJob(1);
    assertNotNull("the system keeps the process for it", job);
    assertFalse("written down nowhere", job.isPersisted());
    wrapper.controller().destroy();

    UploadService service = Robolectric.buildService(UploadService.class).create().get();
    JobParameters parameters = Shadow.newInstanceOf(JobParameters.class);
    assertTrue("there is work left", service.onStartJob(parameters));
    held.countDown();
    Wrapper.untilTrue(UploadService.WORK::isIdle);
    assertEquals(3, bodies.size());
    Wrapper.untilTrue(() -> shadowOf(service).getIsJobFinished());
    assertFalse(shadowOf(service).getIsRescheduleNeeded());
    Wrapper.idle();
    assertTrue("nobody is there to answer to", page.scripts.isEmpty());
    assertFalse("nothing is left", service.onStartJob(parameters));
    assertFalse(service.onStopJob(parameters));
  }

  @Test
  public void withoutAnUploadTheSystemIsAskedForNothing() {
    start();
    wrapper.controller().pause().stop();
    assertNull(scheduler().getPendingJob(1));
  }

  @Test
  public void onlyTheSystemStartsTheServiceForIt() throws PackageManager.NameNotFoundException {
    PackageManager packages = Wrapper.context().getPackageManager();
    android.content.ComponentName name = new android.content.ComponentName(Wrapper.context(), UploadService.class);
    ServiceInfo service = packages.getServiceInfo(name, 0);
    assertFalse(service.exported);
    assertEquals("android.permission.BIND_JOB_SERVICE", service.permission);
  }
}
