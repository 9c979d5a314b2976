package hola.core;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/** Runs tasks by an executor and knows whether some are left. */
public final class PendingWork implements Executor {
  private final Executor executor;
  private final List<Runnable> waiting = new ArrayList<>();
  private int left = 0;

  public PendingWork(Executor executor) {
    this.executor = executor;
  }

  @Override
  public void execute(Runnable task) {
    synchronized (this) {
      left += 1;
    }
    try {
      executor.execute(() -> {
        try {
          task.run();
        } finally {
          finish();
        }
      });
    } catch (RuntimeException problem) {
      finish();
      throw problem;
    }
  }

  public synchronized boolean isIdle() {
    return left == 0;
  }

  /** Calls back when nothing is left; false, and no call, when nothing is left already. */
  public synchronized boolean whenIdle(Runnable callback) {
    if (left == 0) return false;
    waiting.add(callback);
    return true;
  }

  private void finish() {
    List<Runnable> callbacks;
    synchronized (this) {
      left -= 1;
      if (left > 0) return;
      callbacks = new ArrayList<>(waiting);
      waiting.clear();
    }
    for (Runnable callback : callbacks) callback.run();
  }
}
