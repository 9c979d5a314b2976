package hola.core;

import static hola.core.TestRun.expect;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

final class PendingWorkTest {
  private final Deque<Runnable> queue = new ArrayDeque<>();
  private final PendingWork work = new PendingWork(queue::add);
  private final List<String> told = new ArrayList<>();

  void tellsOnceWhenTheLastOneHasEnded() {
    expect(work.whenIdle(() -> told.add("never")), false);
    work.execute(() -> told.add("one"));
    work.execute(() -> told.add("two"));
    expect(work.isIdle(), false);
    expect(work.whenIdle(() -> told.add("idle")), true);
    queue.remove().run();
    expect(told, Collections.singletonList("one"));
    queue.remove().run();
    expect(told, Arrays.asList("one", "two", "idle"));
    expect(work.isIdle(), true);
  }

  void oneThatFailsHasEndedToo() {
    work.execute(() -> {
      throw new IllegalStateException();
    });
    try {
      queue.remove().run();
    } catch (IllegalStateException problem) {
      told.add("thrown");
    }
    expect(told, Collections.singletonList("thrown"));
    expect(work.isIdle(), true);
  }

  void oneThatIsNotTakenDoesNotCount() {
    PendingWork closed = new PendingWork(task -> {
      throw new IllegalStateException();
    });
    try {
      closed.execute(() -> {});
    } catch (IllegalStateException problem) {
      told.add("refused");
    }
    expect(told, Collections.singletonList("refused"));
    expect(closed.isIdle(), true);
  }
}
