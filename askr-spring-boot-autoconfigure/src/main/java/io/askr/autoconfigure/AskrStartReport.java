package io.askr.autoconfigure;

import io.askr.actuate.KnownFault;
import io.askr.jdbc.AskrDatabase;
import io.askr.jdbc.DatabaseInfo;
import io.askr.listener.AskrListenerRegistry;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

/** Says once what was started, and warns of what is wrong before anything is written. */
final class AskrStartReport implements SmartInitializingSingleton, ApplicationListener<ContextRefreshedEvent> {

    private static final Log log = LogFactory.getLog(AskrStartReport.class);

    private final AskrDatabase database;
    private final AskrListenerRegistry listeners;
    private boolean told;

    AskrStartReport(AskrDatabase database, AskrListenerRegistry listeners) {
        this.database = database;
        this.listeners = listeners;
    }

    @Override
    public void afterSingletonsInstantiated() {
        KnownFault.of(database.info()).ifPresent(log::warn);
        List<String> off = database.columns().switchedOff();
        if (!off.isEmpty()) {
            log.warn("The tables were created by another program and lack columns of Askr's. Switched off: "
                    + String.join("; ", off) + ". askr.jdbc.initialize-schema=always adds the columns");
        }
    }

    @Override
    public void onApplicationEvent(ContextRefreshedEvent event) {
        if (!told) {
            told = true;
            log.info(line());
        }
    }

    private String line() {
        DatabaseInfo info = database.info();
        int count = listeners.containers().size();
        return "Askr on %s %s (%s), journal mode %s, synchronous %s; tables askr_events, askr_subscribers, askr_failed_jobs; %s"
                .formatted(
                        info.product(),
                        info.version(),
                        info.file().map(Path::toString).orElse("in memory"),
                        info.journalMode(),
                        info.synchronous(),
                        count == 1 ? "1 listener" : count + " listeners");
    }
}
