-- +goose Up
-- The end of the address at which a buyer reads the numbers of a booking.
ALTER TABLE bookings ADD COLUMN key TEXT NOT NULL DEFAULT '';
UPDATE bookings SET key = replace(CAST(gen_random_uuid() AS TEXT), '-', '');
