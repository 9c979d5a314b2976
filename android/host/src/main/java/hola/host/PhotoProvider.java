package hola.host;

import android.content.ContentProvider;
import android.content.ContentValues;
import android.content.Context;
import android.database.Cursor;
import android.database.MatrixCursor;
import android.net.Uri;
import android.os.ParcelFileDescriptor;
import android.provider.OpenableColumns;
import java.io.File;
import java.io.FileNotFoundException;

/** The address of one photograph, for the camera app that takes it and for the page that asked for it. */
public final class PhotoProvider extends ContentProvider {
  static final String NAME = "photo.jpg";

  static File file(Context context) {
    return new File(context.getCacheDir(), NAME);
  }

  @Override
  public boolean onCreate() {
    return true;
  }

  private File fileOf(Uri uri) throws FileNotFoundException {
    if (!("/" + NAME).equals(uri.getPath())) throw new FileNotFoundException();
    return file(getContext());
  }

  @Override
  public ParcelFileDescriptor openFile(Uri uri, String mode) throws FileNotFoundException {
    return ParcelFileDescriptor.open(fileOf(uri), ParcelFileDescriptor.parseMode(mode));
  }

  @Override
  public String getType(Uri uri) {
    return "image/jpeg";
  }

  @Override
  public Cursor query(Uri uri, String[] columns, String where, String[] values, String order) {
    MatrixCursor cursor = new MatrixCursor(new String[] {OpenableColumns.DISPLAY_NAME, OpenableColumns.SIZE});
    try {
      cursor.addRow(new Object[] {NAME, fileOf(uri).length()});
    } catch (FileNotFoundException problem) {
      // Another address has no row.
    }
    return cursor;
  }

  @Override
  public Uri insert(Uri uri, ContentValues values) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int delete(Uri uri, String where, String[] values) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int update(Uri uri, ContentValues values, String where, String[] arguments) {
    throw new UnsupportedOperationException();
  }
}
