package io.askr.listener;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.messaging.handler.annotation.MessageMapping;

/**
 * Makes a method of a bean receive the events of topics.
 *
 * <p>The method takes the payload by its type, {@code TopicEvent<T>} or {@code Message<T>}, each also in a
 * {@code List}, which is always a batch; beside it {@code @Header} and {@code @Headers} arguments, and in
 * {@link AckMode#MANUAL} an {@link Acknowledgment}. A payload that is annotated with {@code @Valid} or
 * {@code @Validated} is validated where a validator is present. One listener gets its events one after the other, in the
 * order of the log.
 *
 * <p>When the method throws, the event is given to it again after a growing wait, and when that is of no use it is parked
 * with the failed jobs; see {@link AskrErrorHandler}. An event whose arguments can't be made, because its payload can't be
 * decoded, is not valid or lacks a header, is parked at once.
 *
 * <p>All texts resolve <code>${…}</code> and <code>#{…}</code>. The annotation may be repeated, and may be used to
 * compose annotations. What can't work is refused when the application starts, with a
 * {@link ListenerConfigurationException}.
 *
 * @since 0.1.0
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@MessageMapping
@Repeatable(AskrListeners.class)
public @interface AskrListener {

    /**
     * The channels to read. A name with {@code *}, {@code ?} or {@code [} is a pattern in the sense of SQLite's GLOB, where
     * {@code *} crosses dots. An expression may give an array or a collection of names.
     *
     * @return names or patterns, at least one
     */
    String[] topics() default {};

    /**
     * The name under which the listener's cursor is stored. Without one the listener is live only: it starts at the end of
     * the log, remembers nothing, and what it can't handle is logged instead of parked.
     *
     * @return the name, or an empty text for none
     */
    String subscriber() default "";

    /**
     * The listener's id in the {@link AskrListenerRegistry}.
     *
     * @return the id; by default the bean's name, {@code #} and the method's name
     */
    String id() default "";

    /**
     * Where a new subscriber starts: {@code earliest}, {@code latest}, a seq after which it reads, or an instant such as
     * {@code 2026-11-30T08:00:00Z}. A cursor that is already stored always wins.
     *
     * @return the position; by default {@code earliest} with a subscriber and {@code latest} without
     */
    String start() default "";

    /**
     * When an event counts as done.
     *
     * @return the mode
     */
    AckMode ackMode() default AckMode.AUTO;

    /**
     * How many events are read at once, and given to a batch handler at most.
     *
     * @return a number from 1; by default {@code askr.listener.batch-size}
     */
    String batchSize() default "";

    /**
     * Whether the listener starts with the application.
     *
     * @return {@code true} or {@code false}; by default {@code true}
     */
    String autoStartup() default "";

    /**
     * The name of the {@link AskrErrorHandler} bean that decides for this listener.
     *
     * @return the bean's name; by default the application's error handler
     */
    String errorHandler() default "";
}
