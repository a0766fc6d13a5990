-- +goose Up
-- Settings that differ from their defaults (internal/site/values.go).
CREATE TABLE site_settings (
    name       TEXT NOT NULL PRIMARY KEY,
    value      TEXT NOT NULL,
    updated_at BIGINT NOT NULL
);

-- What an administrator says about products that are compared. products are their ids in ascending order with commas
-- between them, text is Markdown.
CREATE TABLE comparison_verdicts (
    products   TEXT   NOT NULL PRIMARY KEY CHECK (length(products) <= 80),
    text       TEXT   NOT NULL,
    updated_at BIGINT NOT NULL
);
