package io.askr.sample.quakes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTests {

    @TempDir
    Path profile;

    @TempDir
    Path folder;

    Browser browser;

    @BeforeEach
    void startBrowser() throws Exception {
        assumeTrue(Browser.installed(), "No " + Browser.CHROMIUM + " here: the page is not looked at");
        browser = Browser.start(profile);
    }

    @AfterEach
    void stopBrowser() throws Exception {
        if (browser != null) {
            browser.close();
        }
    }

    @Test
    void dotsAppearLive() throws Exception {
        try (QuakeWatchApp app = quiet()) {
            browser.open(app.uri("/"));
            awaitPage().until(() -> browser.text("#link").equals("Live"));
            assertThat(browser.count(".dot")).isZero();
            assertThat(browser.count("#empty:not([hidden])"))
                    .as("it says that all is quiet")
                    .isOne();

            app.post(Feeds.of(Feeds.feature("us1", "us", "5.5", "Off the coast", -100, 40)));

            awaitPage().until(() -> browser.count(".dot") == 1);
            assertThat(browser.evaluate("document.querySelector('.dot').getAttribute('cx')")
                            .asString())
                    .isEqualTo("-100");
            assertThat(browser.evaluate("document.querySelector('.dot').getAttribute('cy')")
                            .asString())
                    .isEqualTo("-40");
            assertThat(browser.count("#empty[hidden]")).isOne();
            awaitPage().untilAsserted(() -> {
                assertThat(browser.text("#list")).contains("5.5").contains("Off the coast");
                assertThat(browser.text("#total")).isEqualTo("1");
                assertThat(browser.text("#strong")).isEqualTo("1");
                assertThat(browser.text("#subscribers"))
                        .contains("region-stats")
                        .contains("strong-quakes");
                assertThat(browser.text("#network-list")).contains("(us)");
            });
        }
    }

    @Test
    void aLateJoinerSeesEachQuakeOnce() {
        try (QuakeWatchApp app = QuakeWatchApp.start(folder.resolve("quakes.db"), "quakes.replay-rate=120")) {
            await().until(() -> app.stats().total() > 200);
            browser.open(app.uri("/"));
            awaitPage().until(() -> browser.count(".dot") > 200);
            assertThat(app.stats().total()).as("quakes are still coming").isLessThan(Figures.QUAKES);

            awaitPage().untilAsserted(() -> assertThat(browser.text("#total")).isEqualTo("1,707"));

            awaitPage().until(() -> browser.count(".dot") == Figures.QUAKES);
            assertThat(browser.evaluate("new Set([...document.querySelectorAll('.dot')].map(d => d.dataset.id)).size")
                            .intValue())
                    .isEqualTo(Figures.QUAKES);
            awaitPage()
                    .untilAsserted(() -> assertThat(browser.text("#greatest")).isEqualTo("6.4"));
        }
    }

    @Test
    void findsBackAfterARestart() throws Exception {
        int port;
        try (QuakeWatchApp app = quiet()) {
            port = app.port();
            app.post(Feeds.of(Feeds.feature("us1", "us", "5.5")));
            browser.open(app.uri("/"));
            awaitPage().until(() -> browser.count(".dot") == 1);
        }
        awaitPage().until(() -> browser.text("#link").startsWith("Connection lost"));

        try (QuakeWatchApp app = QuakeWatchApp.startOn(port, folder.resolve("quakes.db"), "quakes.replay=false")) {
            app.post(Feeds.of(Feeds.feature("us2", "us", "2.5")));
            awaitPage().until(() -> browser.count(".dot") == 2);
            awaitPage().until(() -> browser.text("#link").equals("Live"));
        }
    }

    @Test
    void fitsAPhone() throws Exception {
        try (QuakeWatchApp app = quiet()) {
            app.post(Feeds.of(Feeds.feature("us1", "us", "5.5", "A very long name of a place ".repeat(8), 1, 2)));
            browser.resize(390, 844);
            browser.open(app.uri("/"));
            awaitPage().until(() -> browser.count("#list button") == 1);

            assertThat(browser.evaluate("document.documentElement.scrollWidth").intValue())
                    .isLessThanOrEqualTo(390);
        }
    }

    @Test
    void showsWhatTheFeedSaysAsText() throws Exception {
        try (QuakeWatchApp app = quiet()) {
            app.post(Feeds.of(Feeds.feature("us1", "us", "5.5", "<img src=x onerror=alert(1)>", 1, 2)));
            browser.open(app.uri("/"));

            awaitPage().until(() -> browser.text("#list").contains("<img src=x"));
            assertThat(browser.count("img")).isZero();
        }
    }

    private QuakeWatchApp quiet() {
        return QuakeWatchApp.start(folder.resolve("quakes.db"), "quakes.replay=false");
    }

    private static ConditionFactory awaitPage() {
        return await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(50));
    }
}
