package hola.host;

import android.content.Context;
import android.content.SharedPreferences;
import hola.core.Ports;

final class CacheAdapter implements Ports.Cache {
  private final SharedPreferences kept;

  CacheAdapter(Context context) {
    kept = context.getSharedPreferences("local-cache", Context.MODE_PRIVATE);
  }

  @Override
  public String get(String key) {
    return kept.getString(key, null);
  }

  @Override
  public void set(String key, String value) {
    kept.edit().putString(key, value).apply();
  }

  @Override
  public void clear() {
    kept.edit().clear().apply();
  }
}
