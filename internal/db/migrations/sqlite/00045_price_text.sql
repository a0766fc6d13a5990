-- +goose Up
-- What a tool costs, in words ("from $9/mo"); empty: only its type is known.
ALTER TABLE products ADD COLUMN price_text TEXT NOT NULL DEFAULT '';
