package hola.core;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The one way out of the core, by what every Java has. */
public final class HttpPost implements Ports.Http {
  /** As long as the web app waits. */
  private static final int LIMIT_MS = 60_000;

  private static final int ANSWER_BYTES_MAX = 64 * 1024;

  @Override
  public String post(String url, Map<String, String> headers, String body) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) new URL(url).openConnection();
    try {
      connection.setConnectTimeout(LIMIT_MS);
      connection.setReadTimeout(LIMIT_MS);
      // A token goes to the server it was made for and to no other.
      connection.setInstanceFollowRedirects(false);
      connection.setDoOutput(true);
      for (Map.Entry<String, String> header : headers.entrySet()) {
        connection.setRequestProperty(header.getKey(), header.getValue());
      }
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      connection.setFixedLengthStreamingMode(bytes.length);
      try (OutputStream out = connection.getOutputStream()) {
        out.write(bytes);
      }
      boolean isError = connection.getResponseCode() >= 400;
      try (InputStream in = isError ? connection.getErrorStream() : connection.getInputStream()) {
        return in == null ? "" : read(in);
      }
    } finally {
      connection.disconnect();
    }
  }

  private static String read(InputStream in) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      out.write(buffer, 0, count);
      if (out.size() > ANSWER_BYTES_MAX) throw new IOException("an answer of ours is never that long");
    }
    return out.toString("UTF-8");
  }
}
