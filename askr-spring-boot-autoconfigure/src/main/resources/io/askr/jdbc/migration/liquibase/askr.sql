--liquibase formatted sql

--changeset askr:0.1.0
create table if not exists askr_events (
  seq        integer primary key autoincrement,
  channel    text    not null,
  payload    blob    not null,
  created_at integer not null default (unixepoch()),
  headers    text
);
create index if not exists askr_events_chan on askr_events (channel, seq);
create table if not exists askr_subscribers (
  name       text primary key,
  cursor     integer not null default 0,
  updated_at integer not null default (unixepoch())
);
create table if not exists askr_failed_jobs (
  id               integer primary key autoincrement,
  uuid             text,
  queue            text    not null,
  payload          blob    not null,
  exception        text,
  attempts         integer not null,
  failed_at        integer not null default (unixepoch()),
  source_id        integer,
  headers          text,
  unique_key       text,
  priority         integer,
  max_attempts     integer,
  channel          text,
  seq              integer,
  event_created_at integer
);
--rollback not required
