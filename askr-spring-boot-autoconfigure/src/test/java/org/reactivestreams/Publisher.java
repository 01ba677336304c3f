package org.reactivestreams;

/** Stands in for the one of Reactive Streams, which is not on the class path. */
public interface Publisher<T> {}
