package hola.core;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Which requests of the WebView are answered from the web build inside the APK. A file under assets/ has its content's
 * hash in its name, so the copy at hand is always the right one. The page itself comes from the server whenever that
 * answers: so a newer web app arrives without a new APK, and only what changed is fetched.
 */
public final class BundledWeb {
  public enum From {
    /** The file of the bundle that is named beside. */
    BUNDLE,
    NETWORK,
    /** Nowhere: no page of ours needs anything of another origin. */
    NOWHERE
  }

  public static final class Source {
    public final From from;
    public final String file;
    public final String mimeType;

    private Source(From from, String file) {
      this.from = from;
      this.file = file;
      this.mimeType = file == null ? null : MIME_TYPES.get(extensionOf(file));
    }
  }

  private static final String PAGE = "index.html";
  private static final Source NETWORK = new Source(From.NETWORK, null);
  private static final Source NOWHERE = new Source(From.NOWHERE, null);
  private static final Map<String, String> MIME_TYPES = new HashMap<>();

  static {
    MIME_TYPES.put("html", "text/html");
    MIME_TYPES.put("js", "text/javascript");
    MIME_TYPES.put("css", "text/css");
    MIME_TYPES.put("svg", "image/svg+xml");
    MIME_TYPES.put("png", "image/png");
    MIME_TYPES.put("jpg", "image/jpeg");
    MIME_TYPES.put("webp", "image/webp");
    MIME_TYPES.put("woff2", "font/woff2");
    MIME_TYPES.put("json", "application/json");
    MIME_TYPES.put("wasm", "application/wasm");
  }

  private final OriginPolicy origin;
  private final String root;
  private final Set<String> files;
  private final PageStart start;

  /** @param files the paths in the bundle, as `index.html` and `assets/home-1a2b3c4.js` */
  public BundledWeb(AppInfo app, OriginPolicy origin, Collection<String> files, PageStart start) {
    this.origin = origin;
    this.root = app.origin + "/";
    this.files = new HashSet<>(files);
    this.start = start;
  }

  /** A path is looked up as it is, never decoded or resolved: what is not in the list cannot be reached by any spelling. */
  public Source of(String method, String url, boolean isForThePage) {
    if (!origin.isOwn(url)) return NOWHERE;
    if (!method.equals("GET") || !url.startsWith(root)) return NETWORK;
    String path = url.substring(root.length()).split("[?#]", 2)[0];
    if (path.isEmpty() || path.equals(PAGE)) {
      return isForThePage && start.isBundleTurn() ? new Source(From.BUNDLE, PAGE) : NETWORK;
    }
    boolean isBundled = path.startsWith("assets/") && files.contains(path) && MIME_TYPES.containsKey(extensionOf(path));
    return isBundled ? new Source(From.BUNDLE, path) : NETWORK;
  }

  private static String extensionOf(String file) {
    return file.substring(file.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }
}
