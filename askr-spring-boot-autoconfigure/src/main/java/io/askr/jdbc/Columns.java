package io.askr.jdbc;

/** Placeholder. */
public record Columns(boolean eventHeaders, boolean failedJobDetails) {}
