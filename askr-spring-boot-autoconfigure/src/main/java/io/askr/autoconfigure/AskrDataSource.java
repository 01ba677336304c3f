package io.askr.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.beans.factory.annotation.Qualifier;

/**
 * Marks the one {@link javax.sql.DataSource} bean that holds topics, queues and caches, in an application that has
 * several. Without the mark the only or the primary DataSource is used.
 *
 * <p>Where no transaction manager for this DataSource is found, one is published by the name
 * {@code askrTransactionManager}; it is no default candidate, so that the application's own stays the default.
 *
 * @since 0.1.0
 * @see AskrTransactionManager
 */
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Qualifier
public @interface AskrDataSource {}
