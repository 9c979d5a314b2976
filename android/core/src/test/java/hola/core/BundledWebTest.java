package hola.core;

import static hola.core.BundledWeb.From.BUNDLE;
import static hola.core.BundledWeb.From.NETWORK;
import static hola.core.BundledWeb.From.NOWHERE;
import static hola.core.TestRun.expect;

import java.util.Arrays;

final class BundledWebTest {
  private static final String PAGE = TestPage.ORIGIN + "/";

  private final PageStart start = new PageStart();
  private final BundledWeb web = new BundledWeb(
      new AppInfo("com.example.hola", "2.3.0", 1, "play", TestPage.ORIGIN),
      new OriginPolicy(TestPage.ORIGIN, TestRun.protocol().uriSchemes),
      Arrays.asList("index.html", "assets/home-1a2b3c4.js", "assets/base-r7V21.css", "assets/odd.bin"),
      start);

  void hashedFilesComeFromTheBundleAndTheRestFromTheServer() {
    Object[][] rows = {
      {"GET", "/assets/home-1a2b3c4.js", BUNDLE}, {"GET", "/assets/base-r7V21.css?x=1#y", BUNDLE},
      {"GET", "/assets/home-newer00.js", NETWORK}, {"GET", "/assets/odd.bin", NETWORK},
      {"GET", "/assets/../assets/home-1a2b3c4.js", NETWORK}, {"GET", "/assets/home%2D1a2b3c4.js", NETWORK},
      {"GET", "//assets/home-1a2b3c4.js", NETWORK}, {"GET", "/", NETWORK}, {"GET", "/index.html", NETWORK},
      {"GET", "/api/app/home", NETWORK}, {"POST", "/assets/home-1a2b3c4.js", NETWORK}, {"GET", "", NETWORK},
    };
    for (Object[] row : rows) expect(web.of((String) row[0], TestPage.ORIGIN + row[1], false).from, row[2], (String) row[1]);
    BundledWeb.Source script = web.of("GET", TestPage.ORIGIN + "/assets/home-1a2b3c4.js", false);
    expect(script.file, "assets/home-1a2b3c4.js");
    expect(script.mimeType, "text/javascript");
  }

  void nothingComesFromAnotherOrigin() {
    for (String url : Arrays.asList("https://evil.example/a.js", "http://hola.example/", "ftp://hola.example/")) {
      expect(web.of("GET", url, false).from, NOWHERE, url);
    }
  }

  void withoutTheServerThePageComesFromTheBundle() {
    expect(web.of("GET", PAGE, true).from, NETWORK);
    expect(start.giveUp(), true);
    expect(start.giveUp(), false, "a late error after the time was up does not load it twice");
    start.shown();
    expect(web.of("GET", PAGE, false).from, NETWORK, "a script that asks for the page does not take its turn");
    expect(web.of("GET", PAGE, true).from, BUNDLE);
    expect(start.giveUp(), false, "a bundle that fails is not tried for ever");
    start.shown();
    expect(web.of("GET", PAGE, true).from, NETWORK, "a reload tries the server first");
  }

  void aPageThatIsShownStays() {
    expect(web.of("GET", PAGE, true).from, NETWORK);
    start.shown();
    expect(start.giveUp(), false);
  }
}
