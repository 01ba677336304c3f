package io.askr.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** An application as a user would start it: Spring Boot, HikariCP, this library; with Actuator's meters, without a web server. */
final class BenchApp implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    private BenchApp(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /**
     * Starts it.
     *
     * @param url of the database
     * @param beans classes of the application's beans
     * @param properties as {@code name=value}
     */
    static BenchApp start(String url, List<Class<?>> beans, String... properties) {
        List<Class<?>> sources = new ArrayList<>(beans);
        sources.add(Wiring.class);
        return new BenchApp(new SpringApplicationBuilder(sources.toArray(Class<?>[]::new))
                .web(WebApplicationType.NONE)
                .properties("spring.datasource.url=" + url, "spring.main.banner-mode=off")
                .properties(properties)
                .run());
    }

    /** At {@code synchronous = NORMAL}, the default of this library. */
    static String url(Path folder) {
        return url(folder, "NORMAL");
    }

    static String url(Path folder, String synchronous) {
        return "jdbc:sqlite:" + folder.resolve("bench.db") + "?synchronous=" + synchronous;
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    @Override
    public void close() {
        context.close();
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
                "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration"
            })
    static class Wiring {}
}
