package hola.host;

import hola.core.Json;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.Request;
import org.junit.runner.manipulation.Filter;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/**
 * Runs the tests of the host; a line of JSON for each goes to standard output. Arguments: the names of the classes, or of
 * single tests as {@code CameraTest.aSelfieAsksForTheFrontCamera}.
 */
public final class HostTestRun {
  private HostTestRun() {}

  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, true, "UTF-8");
    // Whatever the framework has to say goes elsewhere.
    System.setOut(System.err);
    List<Request> requests = new ArrayList<>();
    for (String name : arguments) requests.add(requestOf(name));
    JUnitCore core = new JUnitCore();
    core.addListener(new RunListener() {
      private Failure failure;

      @Override
      public void testStarted(Description test) {
        failure = null;
      }

      @Override
      public void testFailure(Failure failed) {
        failure = failed;
        // Before any test of a class there is nobody else to tell it.
        if (failed.getDescription().getMethodName() == null) tell(failed.getDescription());
      }

      @Override
      public void testFinished(Description test) {
        tell(test);
      }

      private void tell(Description test) {
        String name = test.getTestClass().getSimpleName() + " " + test.getMethodName();
        out.println(Json.write(Json.record("name", name, "problem", failure == null ? null : wordsOf(failure))));
      }
    });
    for (Request request : requests) core.run(request);
    System.exit(0);
  }

  private static Request requestOf(String name) throws ClassNotFoundException {
    String[] parts = name.split("\\.");
    Request request = Request.aClass(Class.forName("hola.host." + parts[0]));
    if (parts.length == 1) return request;
    return request.filterWith(new Filter() {
      @Override
      public boolean shouldRun(Description test) {
        // Robolectric adds the API level: aSelfieAsksForTheFrontCamera[35].
        return test.isSuite() || test.getMethodName().startsWith(parts[1] + "[");
      }

      @Override
      public String describe() {
        return name;
      }
    });
  }

  private static String wordsOf(Failure failure) {
    StringBuilder words = new StringBuilder(failure.getException().toString());
    for (Throwable cause = failure.getException(); cause != null; cause = cause.getCause()) {
      if (cause != failure.getException()) words.append("\n caused by ").append(cause);
      for (StackTraceElement line : cause.getStackTrace()) {
        if (line.getClassName().startsWith("hola.")) words.append('\n').append(line);
      }
    }
    return words.toString();
  }
}
