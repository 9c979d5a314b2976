-- A slip for everything that was owed on a day is good until it ends: paid by then, it counts on the day it was asked for.

-- Null: the day it was paid counts.
ALTER TABLE receipt ADD COLUMN counted_day date CHECK (counted_day < paid_day);
