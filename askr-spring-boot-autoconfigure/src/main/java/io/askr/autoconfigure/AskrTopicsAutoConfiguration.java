package io.askr.autoconfigure;

import io.askr.jdbc.AskrDatabase;
import io.askr.payload.AskrPayloadConverter;
import io.askr.payload.PayloadCodec;
import io.askr.topic.AskrTopicPublisher;
import io.askr.topic.AskrTopics;
import io.askr.topic.LongPolls;
import io.askr.topic.SubscriberStore;
import io.askr.topic.TopicLog;
import io.askr.topic.TopicWakes;
import io.askr.wake.CommitSignal;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.json.JsonMapper;

/**
 * Auto-configuration of topics: publishing and reading.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = {AskrJdbcAutoConfiguration.class, JacksonAutoConfiguration.class})
@ConditionalOnAskr
public final class AskrTopicsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    PayloadCodec askrPayloadCodec(ObjectProvider<AskrPayloadConverter> converters, ObjectProvider<JsonMapper> mapper) {
        return new PayloadCodec(converters.orderedStream().toList(), mapper.getIfUnique(JsonMapper::shared));
    }

    @Bean
    @ConditionalOnMissingBean
    CommitSignal askrCommitSignal() {
        return new CommitSignal();
    }

    @Bean
    @ConditionalOnMissingBean
    TopicLog askrTopicLog(AskrDatabase database) {
        return new TopicLog(database);
    }

    @Bean
    @ConditionalOnMissingBean
    SubscriberStore askrSubscriberStore(AskrDatabase database, TopicLog log) {
        return new SubscriberStore(database, log);
    }

    @Bean
    @ConditionalOnMissingBean
    TopicWakes askrTopicWakes(AskrDatabase database, CommitSignal signal) {
        return new TopicWakes(database, signal);
    }

    @Bean
    @ConditionalOnMissingBean
    AskrTopicPublisher askrTopicPublisher(AskrDatabase database, PayloadCodec codec, CommitSignal signal) {
        return new AskrTopicPublisher(database, codec, signal);
    }

    @Bean
    @ConditionalOnMissingBean
    LongPolls askrLongPolls(AskrDatabase database, TopicLog log, TopicWakes wakes) {
        return new LongPolls(database, log, wakes);
    }

    @Bean
    @ConditionalOnMissingBean
    AskrTopics askrTopics(TopicLog log, PayloadCodec codec, LongPolls polls) {
        return new AskrTopics(log, codec, polls);
    }
}
