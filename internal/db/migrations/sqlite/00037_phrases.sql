-- +goose Up
-- What people say who need the product (a JSON list), and an editor's text above its alternatives.
ALTER TABLE products ADD COLUMN phrases TEXT NOT NULL DEFAULT '[]';
ALTER TABLE products ADD COLUMN alternatives_introduction TEXT NOT NULL DEFAULT '';
