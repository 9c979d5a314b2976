package hola.core;

import static hola.core.TestRun.expect;

final class FileToSaveTest {
  private static final OriginPolicy ORIGIN = new OriginPolicy(TestPage.ORIGIN, TestRun.protocol().uriSchemes);

  private static boolean isTaken(String top, String name, String mimeType, String base64) {
    return FileToSave.of(ORIGIN, top, name, mimeType, base64) != null;
  }

  void documentsOfOursAreTaken() {
    expect(isTaken(TestPage.TOP, "contrato-1a2b.pdf", "application/pdf", "JVBERi0="), true);
    expect(isTaken(TestPage.TOP, "mis-datos.json", "application/json", "e30="), true);
  }

  void anythingElseIsNot() {
    expect(isTaken("https://evil.example/", "a.pdf", "application/pdf", "AAAA"), false);
    for (String name : new String[] {"", ".a.pdf", "../a.pdf", "a/b.pdf", "a b.pdf", "a\n.pdf", null}) {
      expect(isTaken(TestPage.TOP, name, "application/pdf", "AAAA"), false, name);
    }
    for (String type : new String[] {"text/html", "application/vnd.android.package-archive", "", null}) {
      expect(isTaken(TestPage.TOP, "a.pdf", type, "AAAA"), false, type);
    }
    for (String base64 : new String[] {"AAA", "AA=A", "====", "AAA-", null}) {
      expect(isTaken(TestPage.TOP, "a.pdf", "application/pdf", base64), false, base64);
    }
    String large = new String(new char[16 * 1024 * 1024 + 4]).replace('\0', 'A');
    expect(isTaken(TestPage.TOP, "a.pdf", "application/pdf", large), false);
  }
}
