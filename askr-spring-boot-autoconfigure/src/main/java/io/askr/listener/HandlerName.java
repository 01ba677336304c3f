package io.askr.listener;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Collectors;

/** A method as errors show it: {@code com.acme.Orders.on(Order, String)}. */
final class HandlerName {

    private HandlerName() {}

    static String of(Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(
                        ", ", method.getDeclaringClass().getName() + "." + method.getName() + "(", ")"));
    }
}
