package io.askr.sample.quakes;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * Starts the app. Read on in this order: {@link QuakeLog} stores and publishes, {@link RegionStats} and
 * {@link StrongQuakes} subscribe, {@link LiveQuakes} feeds the page.
 *
 * @since 0.1.0
 */
@SpringBootApplication
@ConfigurationPropertiesScan
@EnableScheduling
public class QuakeWatch {

    /**
     * Runs Quake Watch.
     *
     * @param args properties in the form {@code --quakes.replay-rate=0}
     */
    public static void main(String[] args) {
        SpringApplication.run(QuakeWatch.class, args);
    }
}
