package hola.host;

import android.graphics.Bitmap;
import android.graphics.BitmapFactory;
import android.graphics.Matrix;
import android.media.ExifInterface;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;

/** Makes of the camera's file a JPEG of a size to send: upright, smaller, and without where and by what it was taken. */
final class Photograph {
  private static final int SIDE_MAX_PX = 2400;
  private static final int QUALITY = 88;

  private Photograph() {}

  static byte[] ready(File file) throws IOException {
    String path = file.getPath();
    BitmapFactory.Options options = new BitmapFactory.Options();
    options.inJustDecodeBounds = true;
    BitmapFactory.decodeFile(path, options);
    int side = Math.max(options.outWidth, options.outHeight);
    if (side <= 0) throw new IOException("no photograph");
    options.inJustDecodeBounds = false;
    options.inSampleSize = Math.max(1, Integer.highestOneBit(side / SIDE_MAX_PX));
    Bitmap decoded = BitmapFactory.decodeFile(path, options);
    if (decoded == null) throw new IOException("no photograph");
    Matrix matrix = new Matrix();
    float scale = Math.min(1f, (float) SIDE_MAX_PX / Math.max(decoded.getWidth(), decoded.getHeight()));
    matrix.postScale(scale, scale);
    matrix.postRotate(degrees(path));
    Bitmap upright = Bitmap.createBitmap(decoded, 0, 0, decoded.getWidth(), decoded.getHeight(), matrix, true);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    upright.compress(Bitmap.CompressFormat.JPEG, QUALITY, out);
    return out.toByteArray();
  }

  private static int degrees(String path) throws IOException {
    ExifInterface exif = new ExifInterface(path);
    switch (exif.getAttributeInt(ExifInterface.TAG_ORIENTATION, ExifInterface.ORIENTATION_NORMAL)) {
      case ExifInterface.ORIENTATION_ROTATE_90:
        return 90;
      case ExifInterface.ORIENTATION_ROTATE_180:
        return 180;
      case ExifInterface.ORIENTATION_ROTATE_270:
        return 270;
      default:
        return 0;
    }
  }
}
