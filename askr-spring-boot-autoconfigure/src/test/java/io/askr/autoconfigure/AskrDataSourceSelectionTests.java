package io.askr.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class AskrDataSourceSelectionTests {

    @Test
    void theOnlyOne() {
        assertThat(chosenFrom(Only.class)).isEqualTo("only");
    }

    @Test
    void theMarkedOneBeforeThePrimaryOne() {
        assertThat(chosenFrom(Marked.class)).isEqualTo("second");
    }

    @Test
    void theMarkedOneEvenWhereItIsNoCandidateForOthers() {
        assertThat(chosenFrom(MarkedAside.class)).isEqualTo("second");
    }

    @Test
    void thePrimaryOne() {
        assertThat(chosenFrom(PrimaryOne.class)).isEqualTo("first");
    }

    @Test
    void theOneThatIsNoFallback() {
        assertThat(chosenFrom(FallbackOne.class)).isEqualTo("first");
    }

    @Test
    void severalAreAnErrorThatNamesThemAndTheRemedy() {
        assertThatExceptionOfType(AskrConfigurationException.class)
                .isThrownBy(() -> chosenFrom(Several.class))
                .withMessageContaining("first, second")
                .satisfies(error -> assertThat(error.remedy()).contains("@AskrDataSource"));
    }

    @Test
    void twoMarksAreAnErrorThatNamesThem() {
        assertThatExceptionOfType(AskrConfigurationException.class)
                .isThrownBy(() -> chosenFrom(MarkedTwice.class))
                .withMessageContaining("first, second");
    }

    @Test
    void noneIsAnErrorThatNamesTheProperty() {
        assertThatExceptionOfType(AskrConfigurationException.class)
                .isThrownBy(() -> chosenFrom(None.class))
                .satisfies(error -> assertThat(error.remedy()).contains("spring.datasource.url"));
    }

    private static String chosenFrom(Class<?> configuration) {
        try (var context = new AnnotationConfigApplicationContext(configuration)) {
            return new AskrDataSourceSelection(context.getBeanFactory()).name();
        }
    }

    private static DataSource mustNotBeMade() {
        throw new IllegalStateException("a DataSource was made to find out its name");
    }

    @Configuration(proxyBeanMethods = false)
    static class None {}

    @Configuration(proxyBeanMethods = false)
    static class Only {
        @Bean
        @Lazy
        DataSource only() {
            return mustNotBeMade();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Marked {
        @Bean
        @Primary
        @Lazy
        DataSource first() {
            return mustNotBeMade();
        }

        @Bean
        @AskrDataSource
        @Lazy
        DataSource second() {
            return mustNotBeMade();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class MarkedAside {
        @Bean
        DataSource first() {
            return new DriverManagerDataSource();
        }

        @Bean(defaultCandidate = false)
        @AskrDataSource
        DataSource second() {
            return new DriverManagerDataSource();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class PrimaryOne {
        @Bean
        @Primary
        DataSource first() {
            return new DriverManagerDataSource();
        }

        @Bean
        DataSource second() {
            return new DriverManagerDataSource();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class FallbackOne {
        @Bean
        DataSource first() {
            return new DriverManagerDataSource();
        }

        @Bean
        @Fallback
        DataSource second() {
            return new DriverManagerDataSource();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Several {
        @Bean
        DataSource first() {
            return new DriverManagerDataSource();
        }

        @Bean
        DataSource second() {
            return new DriverManagerDataSource();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class MarkedTwice {
        @Bean
        @AskrDataSource
        DataSource first() {
            return new DriverManagerDataSource();
        }

        @Bean
        @AskrDataSource
        DataSource second() {
            return new DriverManagerDataSource();
        }
    }
}
