package hola.core;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A document that the page hands over to be kept, an agreement in PDF for instance. A WebView cannot save what a page
 * has made, so the page gives it to the wrapper, and the person chooses the place.
 */
public final class FileToSave {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
  private static final List<String> MIME_TYPES = Arrays.asList("application/pdf", "application/json");
  /** One loop over one class: a group that repeats would overflow on a long text. */
  private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/]+={0,2}");
  private static final int BASE64_CHARS_MAX = 16 * 1024 * 1024;

  public final String name;
  public final String mimeType;
  public final String base64;

  private FileToSave(String name, String mimeType, String base64) {
    this.name = name;
    this.mimeType = mimeType;
    this.base64 = base64;
  }

  /** Null when the page is not the app's own, or it is no document of ours. */
  public static FileToSave of(OriginPolicy origin, String topUrl, String name, String mimeType, String base64) {
    if (!origin.isOwn(topUrl) || name == null || mimeType == null || base64 == null) return null;
    if (!NAME.matcher(name).matches() || !MIME_TYPES.contains(mimeType)) return null;
    if (base64.length() > BASE64_CHARS_MAX || base64.length() % 4 != 0) return null;
    return BASE64.matcher(base64).matches() ? new FileToSave(name, mimeType, base64) : null;
  }
}
