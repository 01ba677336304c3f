create table if not exists quake (
    id        text primary key,
    net       text not null,
    magnitude real not null,
    place     text not null,
    kind      text not null,
    time      integer not null,   -- milliseconds since 1970, as the feed gives it
    longitude real not null,
    latitude  real not null,
    depth     real                -- kilometres; null: not known
);

create index if not exists quake_time on quake (time);

create table if not exists region_stats (
    net           text primary key,
    count         integer not null,
    max_magnitude real not null,
    last_time     integer not null
);

create table if not exists alert (
    quake_id  text primary key,
    magnitude real not null,
    place     text not null,
    time      integer not null
);
