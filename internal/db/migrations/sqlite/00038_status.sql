-- +goose Up
-- Whether visitors see a product: draft, scheduled (from publish_at on), published or hidden; and until when it is featured. Times are RFC 3339
-- in UTC, to the second; empty: none.
ALTER TABLE products ADD COLUMN status TEXT NOT NULL DEFAULT 'published';
ALTER TABLE products ADD COLUMN publish_at TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN featured_until TEXT NOT NULL DEFAULT '';
