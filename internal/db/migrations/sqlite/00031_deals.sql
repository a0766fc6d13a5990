-- +goose Up
-- Deals of products: a code, an address, and from when until when they run (RFC 3339 in UTC, to the second; empty: without this bound).
ALTER TABLE products ADD COLUMN deal_code TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN deal_url TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN deal_from TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN deal_to TEXT NOT NULL DEFAULT '';
