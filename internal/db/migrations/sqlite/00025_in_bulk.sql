-- +goose Up
-- Whether a tool came by an import of many, which does not make it new.
ALTER TABLE products ADD COLUMN in_bulk BOOLEAN NOT NULL DEFAULT FALSE;
