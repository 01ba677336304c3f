package io.askr.sample.quakes;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A headless Chromium with one page, spoken to in the DevTools protocol. */
final class Browser implements AutoCloseable {

    static final Path CHROMIUM = Path.of("/usr/bin/chromium");

    private static final Pattern LISTENING = Pattern.compile("DevTools listening on ws://([^/]+)/");
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Process process;
    private final WebSocket socket;
    private final Answers answers;
    private final AtomicInteger calls = new AtomicInteger();

    private Browser(Process process, WebSocket socket, Answers answers) {
        this.process = process;
        this.socket = socket;
        this.answers = answers;
    }

    static boolean installed() {
        return Files.isExecutable(CHROMIUM);
    }

    static Browser start(Path profile) throws Exception {
        Process process = new ProcessBuilder(
                        CHROMIUM.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .start();
        HttpClient http = HttpClient.newHttpClient();
        String address = address(process);
        String targets = http.send(
                        HttpRequest.newBuilder(URI.create("http://" + address + "/json"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        String page = JSON.readTree(targets)
                .valueStream()
                .filter(target -> target.path("type").asString("").equals("page"))
                .findFirst()
                .orElseThrow()
                .path("webSocketDebuggerUrl")
                .stringValue();
        Answers answers = new Answers();
        WebSocket socket =
                http.newWebSocketBuilder().buildAsync(URI.create(page), answers).get(20, TimeUnit.SECONDS);
        return new Browser(process, socket, answers);
    }

    void resize(int width, int height) {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    }

    void open(URI uri) {
        call("Page.navigate", Map.of("url", uri.toString()));
    }

    /** The value of a JavaScript expression in the page. */
    JsonNode evaluate(String expression) {
        JsonNode answer = call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true));
        if (answer.has("exceptionDetails")) {
            throw new IllegalStateException(expression + " -> " + answer.path("exceptionDetails"));
        }
        return answer.path("result").path("value");
    }

    int count(String selector) {
        return evaluate("document.querySelectorAll('" + selector + "').length").intValue();
    }

    String text(String selector) {
        return evaluate("document.querySelector('" + selector + "')?.innerText ?? ''")
                .stringValue();
    }

    private JsonNode call(String method, Map<String, Object> parameters) {
        int id = calls.incrementAndGet();
        CompletableFuture<JsonNode> answer = answers.expect(id);
        socket.sendText(JSON.writeValueAsString(Map.of("id", id, "method", method, "params", parameters)), true)
                .join();
        return answer.orTimeout(20, TimeUnit.SECONDS).join();
    }

    private static String address(Process process) throws IOException {
        BufferedReader output = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            Matcher matcher = LISTENING.matcher(line);
            if (matcher.find()) {
                drain(output);
                return matcher.group(1);
            }
        }
        throw new IOException("Chromium ended without listening");
    }

    private static void drain(BufferedReader output) {
        Thread reader = new Thread(() -> output.lines().forEach(line -> {}), "chromium-output");
        reader.setDaemon(true);
        reader.start();
    }

    @Override
    public void close() {
        socket.abort();
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(handle -> handle.onExit().orTimeout(10, TimeUnit.SECONDS).join());
    }

    private static final class Answers implements WebSocket.Listener {

        private final Map<Integer, CompletableFuture<JsonNode>> expected = new ConcurrentHashMap<>();
        private final StringBuilder text = new StringBuilder();

        CompletableFuture<JsonNode> expect(int id) {
            return expected.computeIfAbsent(id, unused -> new CompletableFuture<>());
        }

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                JsonNode message = JSON.readTree(text.toString());
                text.setLength(0);
                if (message.has("id")) {
                    expect(message.path("id").intValue()).complete(message.path("result"));
                }
            }
            socket.request(1);
            return CompletableFuture.completedStage(null);
        }
    }
}
