package io.askr.jdbc;

import javax.sql.DataSource;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * Stands in front of a DataSource that nothing can be put below.
 *
 * @param locking opens the connections for the application
 * @param physical opens connections of the same database with the same settings, past the pool and the lock
 */
record LockingAdvice(DataSource locking, DataSource physical) implements MethodInterceptor {

    @Override
    public @Nullable Object invoke(MethodInvocation call) throws Throwable {
        if (!call.getMethod().getName().equals("getConnection")) {
            return call.proceed();
        }
        @Nullable Object[] credentials = call.getArguments();
        return credentials.length == 0
                ? locking.getConnection()
                : locking.getConnection((String) credentials[0], (String) credentials[1]);
    }
}
