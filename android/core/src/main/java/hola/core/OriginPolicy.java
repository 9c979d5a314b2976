package hola.core;

import java.util.List;
import java.util.Locale;

/** Where an address leads: the app's own pages stay inside, the rest goes outside or nowhere. */
public final class OriginPolicy {
  public enum Way {
    /** A page of the app. */
    INSIDE,
    /** Another app of the phone, the browser in most cases. */
    OUTSIDE,
    NOWHERE
  }

  private final String origin;
  private final List<String> uriSchemes;

  public OriginPolicy(String origin, List<String> uriSchemes) {
    this.origin = origin;
    this.uriSchemes = uriSchemes;
  }

  /** The WebView hands over addresses in their one normal form, so that comparing text is comparing origins. */
  public boolean isOwn(String url) {
    if (url == null || !url.startsWith(origin)) return false;
    return url.length() == origin.length() || "/?#".indexOf(url.charAt(origin.length())) >= 0;
  }

  /** The page that a link from another app opens; the first page when the link is to nothing that is a page of ours. */
  public String pageOf(String link) {
    String home = origin + "/";
    boolean isPage = link != null && link.startsWith(home) && (link.length() == home.length() || isAfterThePath(link, home));
    return isPage ? link : home;
  }

  private static boolean isAfterThePath(String link, String home) {
    return "?#".indexOf(link.charAt(home.length())) >= 0;
  }

  /** A file that another app gives a right to read. A path into the phone's storage could be one of our own files. */
  public static boolean isGivenFile(String uri) {
    return uri != null && uri.startsWith("content://");
  }

  public Way wayOf(String url) {
    if (isOwn(url)) return Way.INSIDE;
    int colon = url == null ? -1 : url.indexOf(':');
    if (colon < 0) return Way.NOWHERE;
    return uriSchemes.contains(url.substring(0, colon).toLowerCase(Locale.ROOT)) ? Way.OUTSIDE : Way.NOWHERE;
  }
}
