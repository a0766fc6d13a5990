-- +goose Up
-- Former slugs of a collection, a JSON list, the latest last. They redirect to it unless another collection has them now.
ALTER TABLE collections ADD COLUMN old_slugs TEXT NOT NULL DEFAULT '[]';
