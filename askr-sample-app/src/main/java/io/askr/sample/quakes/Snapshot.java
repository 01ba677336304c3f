package io.askr.sample.quakes;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * What a page starts from: the figures, and the quakes themselves.
 *
 * @param stats the figures, on the same level in JSON
 * @param quakes the newest quakes, the latest first
 */
record Snapshot(@JsonUnwrapped QuakeStats stats, List<Quake> quakes) {}
