package hola.host;

import android.content.ContentProvider;
import android.content.ContentValues;
import android.content.pm.PackageManager;
import android.database.Cursor;
import android.database.MatrixCursor;
import android.net.Uri;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.Robolectric;

/** Another app's data behind an address: it asks for its permission as the system does, and notes what it was asked. */
public final class Table extends ContentProvider {
  final List<Object[]> rows = new ArrayList<>();
  final List<String> asked = new ArrayList<>();
  String permission;
  boolean isGone;
  int read;

  static Table at(String authority) {
    return Robolectric.buildContentProvider(Table.class).create(authority).get();
  }

  @Override
  public boolean onCreate() {
    return true;
  }

  @Override
  public Cursor query(Uri uri, String[] columns, String where, String[] values, String order) {
    asked.add(uri + " " + String.join(",", columns) + (order == null ? "" : " by " + order));
    boolean isAllowed =
        permission == null || getContext().checkSelfPermission(permission) == PackageManager.PERMISSION_GRANTED;
    if (!isAllowed) throw new SecurityException(permission);
    if (isGone) return null;
    MatrixCursor cursor = new MatrixCursor(columns) {
      @Override
      public boolean onMove(int from, int to) {
        read = Math.max(read, to + 1);
        return true;
      }
    };
    for (Object[] row : rows) cursor.addRow(row);
    return cursor;
  }

  @Override
  public String getType(Uri uri) {
    return null;
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
