-- +goose Up
-- A move among many products reads their order from the index alone.
DROP INDEX products_place;
CREATE INDEX products_order ON products (display_order, created_at DESC, id DESC) WHERE deleted_at IS NULL;
