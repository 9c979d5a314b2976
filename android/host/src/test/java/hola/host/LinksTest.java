package hola.host;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.content.ComponentName;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.ActivityInfo;
import android.content.pm.PackageManager;
import android.content.pm.ResolveInfo;
import android.net.Uri;
import android.webkit.WebResourceRequest;
import hola.core.Json;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadows.ShadowPackageManager;

public final class LinksTest extends HostTest {
  private static String uri(String text) {
    return "{\"uri\":\"" + text + "\"}";
  }

  /** An app that opens addresses of a scheme. */
  private static void installAppFor(String scheme) throws PackageManager.NameNotFoundException {
    ShadowPackageManager packages = shadowOf(Wrapper.context().getPackageManager());
    ComponentName app = new ComponentName("com.other." + scheme, "Main");
    packages.addActivityIfNotPresent(app);
    IntentFilter filter = new IntentFilter(Intent.ACTION_VIEW);
    filter.addCategory(Intent.CATEGORY_BROWSABLE);
    filter.addCategory(Intent.CATEGORY_DEFAULT);
    filter.addDataScheme(scheme);
    packages.addIntentFilterForActivity(app, filter);
  }

  @Test
  public void anAddressOpensInTheAppThatKnowsIt() throws PackageManager.NameNotFoundException {
    shadowOf(RuntimeEnvironment.getApplication()).checkActivities(true);
    start();
    for (String address : new String[] {"whatsapp://send?phone=1", "mercadopago://home", "tel:08001", "mailto:a@b.example"}) {
      assertEquals(address, Json.record("supported", false), wrapper.ask("intentUriOpen.check_support", uri(address)));
      assertEquals(address, Json.record("error", "unavailable"), wrapper.ask("intentUriOpen.start", uri(address)));
      installAppFor(address.substring(0, address.indexOf(':')));
      assertEquals(address, Json.record("supported", true), wrapper.ask("intentUriOpen.check_support", uri(address)));
      assertEquals(address, Json.record(), wrapper.ask("intentUriOpen.start", uri(address)));
      Intent opened = wrapper.shadow().getNextStartedActivity();
      assertEquals(Intent.ACTION_VIEW, opened.getAction());
      assertEquals(address, opened.getDataString());
      assertTrue(opened.hasCategory(Intent.CATEGORY_BROWSABLE));
    }
  }

  @Test
  public void addressesThatReachIntoAppsAreNotOpened() {
    start();
    for (String address : new String[] {"intent://x#Intent;end", "file:///sdcard/a", "content://sms", "javascript:alert(1)", "http://a.example/"}) {
      assertEquals(address, Json.record("error", "invalid_data"), wrapper.ask("intentUriOpen.start", uri(address)));
      assertTrue(address, override(address, true));
    }
    assertTrue(wrapper.hasOpenedNothing());
  }

  private boolean override(String address, boolean isForThePage) {
    return wrapper.client().shouldOverrideUrlLoading(wrapper.webView(), new Request(address, isForThePage));
  }

  static final class Request implements WebResourceRequest {
    private final String url;
    private final boolean isForThePage;
    private final String method;

    Request(String url, boolean isForThePage) {
      this(url, isForThePage, "GET");
    }

    Request(String url, boolean isForThePage, String method) {
      this.url = url;
      this.isForThePage = isForThePage;
      this.method = method;
    }

    @Override
    public Uri getUrl() {
      return Uri.parse(url);
    }

    @Override
    public boolean isForMainFrame() {
      return isForThePage;
    }

    @Override
    public boolean isRedirect() {
      return false;
    }

    @Override
    public boolean hasGesture() {
      return true;
    }

    @Override
    public String getMethod() {
      return method;
    }

    @Override
    public Map<String, String> getRequestHeaders() {
      return Collections.emptyMap();
    }
  }

  @Test
  public void aLinkOfThePageStaysInsideOrOpensOutside() {
    start();
    assertEquals("our own page", false, override(Wrapper.HOME + "#/pages/index/index", true));
    assertTrue(wrapper.hasOpenedNothing());
    assertTrue(override("https://wa.me/1", true));
    assertEquals("https://wa.me/1", wrapper.shadow().getNextStartedActivity().getDataString());
    assertTrue("a frame opens nothing", override("https://evil.example/", false));
    assertTrue(wrapper.hasOpenedNothing());
  }

  private static Intent link(String address) {
    return new Intent(Intent.ACTION_VIEW, Uri.parse(address)).addCategory(Intent.CATEGORY_BROWSABLE);
  }

  @Test
  public void aLinkToOneOfOurPagesStartsThere() {
    String page = Wrapper.HOME + "#/pages/loan/loan?id=1";
    wrapper = Wrapper.start(link(page));
    assertEquals(page, wrapper.page().getLastLoadedUrl());
  }

  @Test
  public void aLinkToAnythingElseStartsAtTheFirstPage() {
    for (String address : new String[] {"https://evil.example/", "javascript:alert(1)", "file:///data/a", Wrapper.HOME + "api/user/logout"}) {
      wrapper = Wrapper.start(link(address));
      assertEquals(address, Wrapper.HOME, wrapper.page().getLastLoadedUrl());
      wrapper.end();
    }
  }

  @Test
  public void aLinkWhileTheAppIsOpenGoesToThatPage() {
    start();
    wrapper.controller().newIntent(link(Wrapper.HOME + "#/pages/orders/orders"));
    assertEquals(Wrapper.HOME + "#/pages/orders/orders", wrapper.page().getLastLoadedUrl());
    wrapper.controller().newIntent(link("https://evil.example/"));
    assertEquals(Wrapper.HOME, wrapper.page().getLastLoadedUrl());
  }

  @Test
  public void onlyLinksToOurPagesAreForThisApp() {
    PackageManager packages = Wrapper.context().getPackageManager();
    List<ResolveInfo> ours = packages.queryIntentActivities(
        link(Wrapper.HOME + "#/pages/index/index").setPackage(Wrapper.context().getPackageName()),
        PackageManager.MATCH_DEFAULT_ONLY);
    assertEquals(1, ours.size());
    ActivityInfo activity = ours.get(0).activityInfo;
    assertEquals("hola.host.MainActivity", activity.name);
    for (String other : new String[] {"http://hola.example/", "https://hola.example/api/a", "https://other.example/"}) {
      Intent intent = link(other).setPackage(Wrapper.context().getPackageName());
      assertNull(other, packages.resolveActivity(intent, PackageManager.MATCH_DEFAULT_ONLY));
    }
  }
}
