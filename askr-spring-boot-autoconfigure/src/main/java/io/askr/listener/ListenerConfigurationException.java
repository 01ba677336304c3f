package io.askr.listener;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * A listener that can't work as it is declared, found when the application starts.
 *
 * @since 0.1.0
 */
public final class ListenerConfigurationException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final String problem;

    private final String remedy;

    /**
     * Creates the exception.
     *
     * @param method the handler
     * @param problem what can't work, with the value that is wrong
     * @param remedy what to write instead
     */
    public ListenerConfigurationException(Method method, String problem, String remedy) {
        this(method, problem, remedy, null);
    }

    ListenerConfigurationException(Method method, String problem, String remedy, @Nullable Throwable cause) {
        super("@AskrListener method " + HandlerName.of(method) + ": " + problem + ". " + remedy + ".", cause);
        this.problem = "@AskrListener method " + HandlerName.of(method) + ": " + problem + ".";
        this.remedy = remedy + ".";
    }

    /**
     * What can't work: names the method and the value.
     *
     * @return a sentence
     */
    public String problem() {
        return problem;
    }

    /**
     * What to do about it.
     *
     * @return a sentence
     */
    public String remedy() {
        return remedy;
    }
}
