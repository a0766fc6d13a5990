-- +goose Up
-- Settings that differ from their defaults (internal/site/values.go).
CREATE TABLE site_settings (
    name       TEXT NOT NULL PRIMARY KEY,
    value      TEXT NOT NULL,
    updated_at BIGINT NOT NULL
);
