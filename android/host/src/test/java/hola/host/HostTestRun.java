package hola.host;

import hola.core.Json;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/** Runs the tests of the host; a line of JSON for each goes to standard output. Arguments: the names of the classes. */
public final class HostTestRun {
  private HostTestRun() {}

  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, true, "UTF-8");
    // Whatever the framework has to say goes elsewhere.
    System.setOut(System.err);
    List<Class<?>> tests = new ArrayList<>();
    for (String name : arguments) tests.add(Class.forName("hola.host." + name));
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
    core.run(tests.toArray(new Class<?>[0]));
    System.exit(0);
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
