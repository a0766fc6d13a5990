-- +goose Up
-- The heading that lists of all categories show a category under; empty: the one that its name proposes.
ALTER TABLE categories ADD COLUMN "group" TEXT NOT NULL DEFAULT '';
