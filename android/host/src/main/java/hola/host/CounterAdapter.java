package hola.host;

import android.content.Context;
import android.content.SharedPreferences;
import hola.core.Ports;

/** How often something happened, kept on the phone. A lender who measures its campaigns puts its own counter here. */
final class CounterAdapter implements Ports.Counter {
  private final SharedPreferences counts;

  CounterAdapter(Context context) {
    counts = context.getSharedPreferences("counts", Context.MODE_PRIVATE);
  }

  @Override
  public void count(String event) {
    counts.edit().putInt(event, counts.getInt(event, 0) + 1).apply();
  }
}
