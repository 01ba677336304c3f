package io.askr.jdbc;

final class SqliteTopicSql implements TopicSql {}
