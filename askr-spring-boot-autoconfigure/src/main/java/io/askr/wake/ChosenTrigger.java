package io.askr.wake;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/** What the strategy says, as far as the platform has it; chosen anew where events prove absent. */
final class ChosenTrigger implements LookTrigger {

    private static final Log log = LogFactory.getLog(ChosenTrigger.class);

    private final Watched watched;
    private final WatcherSettings settings;
    private boolean provenAbsent;
    private boolean said;
    private volatile @Nullable LookTrigger current;

    ChosenTrigger(Watched watched, WatcherSettings settings) {
        this.watched = watched;
        this.settings = settings;
    }

    @Override
    public void open() throws IOException {
        if (!wants(WakeSource.EVENT) || (provenAbsent && settings.strategy() == WatchStrategy.AUTO)) {
            current = withoutEvents();
            return;
        }
        LookTrigger events = new EventTrigger(watched, settings);
        try {
            events.open();
            current = events;
        } catch (IOException absent) {
            current = withoutEvents();
            say(absent + " (for inotify, see fs.inotify.max_user_instances and max_user_watches)", false);
        }
    }

    @Override
    public WakeSource await(boolean moved) throws IOException {
        LookTrigger trigger = current;
        if (trigger == null) {
            throw new IllegalStateException("not open");
        }
        WakeSource source = trigger.await(moved);
        if (trigger instanceof EventTrigger events && events.provenAbsent()) {
            provenAbsent = true;
            say("commits came without any, as on some network and container mounts", true);
            if (settings.strategy() == WatchStrategy.AUTO) {
                trigger.close();
                current = withoutEvents();
            }
        }
        return source;
    }

    /** What is in use; empty while it is closed. */
    Optional<WatchStrategy> strategy() {
        LookTrigger trigger = current;
        return trigger == null
                ? Optional.empty()
                : Optional.of(trigger instanceof Polling ? WatchStrategy.POLLING : WatchStrategy.EVENTS);
    }

    @Override
    public void close() throws IOException {
        LookTrigger closing = current;
        current = null;
        if (closing != null) {
            closing.close();
        }
    }

    private LookTrigger withoutEvents() {
        return wants(WakeSource.POLL) && settings.strategy() != WatchStrategy.EVENTS
                ? new Polling(settings)
                : new SlowLooks(settings.safetyInterval());
    }

    private boolean wants(WakeSource source) {
        Set<WakeSource> sources = settings.sources();
        return sources.contains(source)
                && !(source == WakeSource.EVENT && settings.strategy() == WatchStrategy.POLLING);
    }

    private void say(String reason, boolean surprising) {
        if (said) {
            return;
        }
        said = true;
        boolean never = settings.strategy() == WatchStrategy.EVENTS;
        String message = "No directory events for " + watched.file() + ": " + reason + ". "
                + (never
                        ? "Commits of other processes are noticed up to "
                                + settings.safetyInterval().toMillis()
                                + " ms late; askr.watcher.strategy=auto polls instead"
                        : "Polling for commits of other processes, each "
                                + settings.pollInterval().toMillis() + " to "
                                + settings.idleInterval().toMillis() + " ms");
        if (never || surprising) {
            log.warn(message);
        } else {
            log.info(message);
        }
    }
}
