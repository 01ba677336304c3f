package io.askr.bench;

import io.askr.listener.AskrListener;
import io.askr.topic.AskrTopicPublisher;
import io.askr.topic.TopicEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The other process. It does what its role says until its input ends. */
public final class Child {

    static final String READY = "ready";
    static final String CHANNEL = "wake";

    private static final BufferedReader INPUT =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

    private Child() {}

    /** What it does. */
    enum Role {
        /** Writes down when the handler of each event started; called by a listener. */
        LISTENER,
        /** The same, called by a poller. */
        POLLER,
        /** Sleeps, with a hundred listeners. */
        IDLE_APP,
        /** Sleeps: the same application without this library, and without listeners. */
        IDLE_WITHOUT,
        /** Polls, and finds nothing. */
        IDLE_POLLER,
        /** Publishes as fast as it can, and says how many in the end. */
        PUBLISHERS
    }

    /**
     * Runs.
     *
     * @param args the role, the database's URL, and how many events or threads
     * @throws Exception if it fails
     */
    public static void main(String[] args) throws Exception {
        String url = args[1];
        int count = Integer.parseInt(args[2]);
        Listener.stamps = new Stamps(count);
        switch (Role.valueOf(args[0])) {
            case LISTENER -> {
                BenchApp.start(url, List.of(Listener.class));
                tellStamps(count);
            }
            case POLLER -> {
                new Poller(url, CHANNEL, Listener.stamps::handled).start();
                tellStamps(count);
            }
            case IDLE_APP -> BenchApp.start(url, List.of(ManyListeners.class));
            case IDLE_WITHOUT -> BenchApp.start(url, List.of(), "askr.enabled=false");
            case IDLE_POLLER -> new Poller(url, CHANNEL, payload -> {}).start();
            case PUBLISHERS -> publish(url, count);
        }
        sleep();
        System.exit(0);
    }

    private static void tellStamps(int count) throws IOException {
        sleep();
        System.out.println(Arrays.stream(Listener.stamps.await(count))
                .mapToObj(Long::toString)
                .collect(Collectors.joining(" ")));
    }

    private static void publish(String url, int threads) throws IOException {
        Publishers publishers =
                Publishers.start(BenchApp.start(url, List.of()).bean(AskrTopicPublisher.class), threads);
        long start = System.nanoTime();
        sleep();
        System.out.println(publishers.published() / ((System.nanoTime() - start) / 1e9));
        publishers.close();
    }

    private static void sleep() throws IOException {
        System.out.println(READY);
        INPUT.readLine();
    }

    static class Listener {

        private static volatile Stamps stamps = new Stamps(0);

        @AskrListener(topics = CHANNEL)
        void on(TopicEvent<byte[]> event) {
            stamps.handled(event.payload());
        }
    }
}
