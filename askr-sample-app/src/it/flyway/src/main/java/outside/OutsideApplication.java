package outside;

import io.askr.topic.AskrTopicPublisher;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** The smallest application that uses the starter from outside. */
@SpringBootApplication
public class OutsideApplication {

    public static void main(String[] args) {
        SpringApplication.run(OutsideApplication.class, args).close();
    }

    @Bean
    CommandLineRunner publish(AskrTopicPublisher topics) {
        return args -> System.out.println("published as seq " + topics.publish("outside", "hello"));
    }
}
