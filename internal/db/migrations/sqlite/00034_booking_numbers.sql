-- +goose Up
-- The end of the address at which a buyer reads the numbers of a booking.
ALTER TABLE bookings ADD COLUMN key TEXT NOT NULL DEFAULT '';
UPDATE bookings SET key = lower(hex(randomblob(13)));

-- Views of booked places and clicks from them are counted beside those of pages; key is that of the booking.
CREATE TABLE new_page_views (
    day   BIGINT NOT NULL,
    kind  TEXT   NOT NULL CHECK (kind IN ('alternatives', 'comparison', 'collection', 'booking', 'booking-click')),
    key   TEXT   NOT NULL CHECK (length(key) <= 80),
    views BIGINT NOT NULL,
    PRIMARY KEY (day, kind, key)
) WITHOUT ROWID;
INSERT INTO new_page_views SELECT day, kind, key, views FROM page_views ORDER BY day, kind, key;
DROP TABLE page_views;
ALTER TABLE new_page_views RENAME TO page_views;
