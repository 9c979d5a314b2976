package hola.core;

import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Runs the tests without a library, so that a JDK is all that they need: every method without parameters of the classes
 * below is one. A line of JSON for each goes to standard output, where `npm test` reads it.
 */
public final class TestRun {
  private static final Class<?>[] TESTS = {
    JsonTest.class,
    ShapeTest.class,
    FixturesTest.class,
    RouterTest.class,
    UploadTest.class,
    SmsDigestTest.class,
    OriginPolicyTest.class,
    BundledWebTest.class,
    FileToSaveTest.class,
    PendingWorkTest.class,
  };

  private static Path fixtures;

  private TestRun() {}

  public static void main(String[] arguments) throws Exception {
    fixtures = Paths.get(arguments[0]);
    PrintStream out = new PrintStream(System.out, true, "UTF-8");
    for (Class<?> tests : TESTS) {
      Method[] methods = tests.getDeclaredMethods();
      Arrays.sort(methods, Comparator.comparing(Method::getName));
      for (Method method : methods) {
        if (method.getParameterCount() > 0 || method.isSynthetic() || !method.getReturnType().equals(void.class)) continue;
        String problem = run(tests, method);
        String name = tests.getSimpleName() + " " + method.getName();
        out.println(Json.write(Json.record("name", name, "problem", problem)));
      }
    }
  }

  private static String run(Class<?> tests, Method method) throws ReflectiveOperationException {
    try {
      method.invoke(tests.getDeclaredConstructor().newInstance());
      return null;
    } catch (InvocationTargetException problem) {
      Throwable cause = problem.getCause();
      List<String> lines = new ArrayList<>();
      lines.add(cause.toString());
      for (StackTraceElement line : cause.getStackTrace()) {
        if (line.getClassName().startsWith("hola.")) lines.add(line.toString());
      }
      return String.join("\n", lines);
    }
  }

  static void expect(Object actual, Object expected) {
    expect(actual, expected, "");
  }

  static void expect(Object actual, Object expected, String where) {
    if (Objects.equals(actual, expected)) return;
    throw new AssertionError(where + "\n  is       " + actual + "\n  expected " + expected);
  }

  /** A fixture that core/src/bridge makes for both sides. */
  static Object fixture(String file) {
    try {
      return Json.parse(new String(Files.readAllBytes(fixtures.resolve(file)), StandardCharsets.UTF_8));
    } catch (Exception problem) {
      throw new AssertionError(file, problem);
    }
  }

  static Protocol protocol() {
    return Protocol.read(Json.write(fixture("protocol.json")));
  }
}
