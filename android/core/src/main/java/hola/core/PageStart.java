package hola.core;

/**
 * Opening the page: from the server, and from the bundle when that fails or takes too long. Every opening tries the
 * server first, so a reload after an offline start brings the newest page.
 */
public final class PageStart {
  /** How long a person looks at an empty screen before the bundled page is shown. */
  public static final long SERVER_LIMIT_MS = 5_000;

  private enum State {
    WAITING,
    GIVEN_UP,
    FROM_BUNDLE,
    SHOWN
  }

  private State state = State.SHOWN;

  /** The page is asked for: whether it is the bundle's turn. */
  synchronized boolean isBundleTurn() {
    state = state == State.GIVEN_UP ? State.FROM_BUNDLE : State.WAITING;
    return state == State.FROM_BUNDLE;
  }

  /** It failed, or the time is up: true when the host shall now load the page once more, which then is bundled. */
  public synchronized boolean giveUp() {
    if (state != State.WAITING) return false;
    state = State.GIVEN_UP;
    return true;
  }

  public synchronized void shown() {
    if (state != State.GIVEN_UP) state = State.SHOWN;
  }
}
