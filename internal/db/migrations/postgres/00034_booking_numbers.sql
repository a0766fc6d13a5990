-- +goose Up
-- The end of the address at which a buyer reads the numbers of a booking.
ALTER TABLE bookings ADD COLUMN key TEXT NOT NULL DEFAULT '';
UPDATE bookings SET key = replace(CAST(gen_random_uuid() AS TEXT), '-', '');

-- Views of booked places and clicks from them are counted beside those of pages; key is that of the booking.
ALTER TABLE page_views DROP CONSTRAINT page_views_kind_check;
ALTER TABLE page_views ADD CONSTRAINT page_views_kind_check CHECK (kind IN ('alternatives', 'comparison', 'collection', 'booking', 'booking-click'));
