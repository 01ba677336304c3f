package io.askr.bench;

import java.util.Map;

/** A measurement that several figures compare with: made once in a round. */
final class Shared implements Variant.Measurement {

    private final Variant.Measurement measurement;
    private Map<String, Double> last = Map.of();
    private int round;

    Shared(Variant.Measurement measurement) {
        this.measurement = measurement;
    }

    @Override
    public Map<String, Double> run(Settings settings, Variant.Round now) throws Exception {
        if (round != now.number()) {
            last = measurement.run(settings, now);
            round = now.number();
        }
        return last;
    }
}
