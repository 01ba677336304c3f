package kotlin.coroutines;

/** Stands in for Kotlin's, the last parameter of a compiled suspend function; the library is not on the class path. */
public interface Continuation<T> {}
