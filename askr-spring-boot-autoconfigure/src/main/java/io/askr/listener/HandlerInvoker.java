package io.askr.listener;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.springframework.util.ReflectionUtils;

/** The third stage: calls the handler, on the bean's proxy where it has one, so that its {@code @Transactional} holds. */
final class HandlerInvoker {

    private final Object bean;
    private final Method method;
    private final Gate gate;

    HandlerInvoker(Object bean, Method method, Gate gate) {
        this.bean = bean;
        this.method = method;
        this.gate = gate;
        ReflectionUtils.makeAccessible(method);
    }

    /**
     * Calls the handler.
     *
     * @throws HandlerFailedException with whatever it throws, errors included
     */
    void invoke(Object[] arguments) {
        try {
            method.invoke(bean, arguments);
        } catch (InvocationTargetException e) {
            throw new HandlerFailedException(e.getTargetException());
        } catch (IllegalAccessException | IllegalArgumentException e) {
            throw new HandlerFailedException(e);
        } finally {
            gate.dropStrayInterrupt();
        }
    }
}
