package hola.host;

import android.content.Context;
import android.content.pm.PackageManager;
import hola.core.Ports;

final class AppsAdapter implements Ports.Apps {
  private final PackageManager packages;

  AppsAdapter(Context context) {
    packages = context.getPackageManager();
  }

  @Override
  public boolean isInstalled(String packageName) {
    try {
      packages.getPackageInfo(packageName, 0);
      return true;
    } catch (PackageManager.NameNotFoundException problem) {
      return false;
    }
  }
}
