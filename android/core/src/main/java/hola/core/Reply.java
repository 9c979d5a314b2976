package hola.core;

/** What somebody who takes his time calls when it is done. Only the first call counts. */
public interface Reply<T> {
  void done(T value);

  void refused(Refusal why);
}
