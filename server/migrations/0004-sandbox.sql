-- The sandbox's own two tables: how far its clock was moved, and what it "sent". Production leaves both empty.

create table sandbox_clock (
  -- One row at most: all processes share one clock, and it survives a restart.
  only_row  boolean primary key default true check (only_row),
  offset_ms bigint  not null check (offset_ms >= 0)
);

create table sandbox_message (
  id        uuid        primary key,
  sent_at   timestamptz not null,
  channel   text        not null check (channel in ('sms', 'email', 'whatsapp')),
  recipient text        not null,
  text      text        not null,
  code      text
);

create index sandbox_message_by_time on sandbox_message (sent_at desc, id);
