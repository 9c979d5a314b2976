package hola.host;

import android.content.Context;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import hola.core.AppInfo;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;

/** What the build has put into the APK. */
final class Assets {
  private Assets() {}

  @SuppressWarnings("deprecation")
  static AppInfo appInfo(Context context) {
    try {
      PackageInfo info = context.getPackageManager().getPackageInfo(context.getPackageName(), 0);
      String build = context.getString(R.string.build);
      return new AppInfo(info.packageName, info.versionName, info.versionCode, build, context.getString(R.string.origin));
    } catch (PackageManager.NameNotFoundException problem) {
      throw new IllegalStateException(problem);
    }
  }

  static String text(Context context, String file) {
    try (InputStream in = context.getAssets().open(file)) {
      return new String(bytes(in), "UTF-8");
    } catch (IOException problem) {
      throw new IllegalStateException(file, problem);
    }
  }

  static List<String> lines(Context context, String file) {
    return Arrays.asList(text(context, file).trim().split("\n"));
  }

  static byte[] bytes(InputStream in) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] buffer = new byte[16 * 1024];
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) out.write(buffer, 0, count);
    return out.toByteArray();
  }
}
