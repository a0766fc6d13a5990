-- +goose Up
-- The administrator's choices for the pages of alternatives: a tool with a position comes first, in that order, and one
-- without is not shown.
CREATE TABLE alternative_picks (
    product_id     BIGINT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    alternative_id BIGINT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    position       BIGINT,
    PRIMARY KEY (product_id, alternative_id)
) WITHOUT ROWID;
CREATE INDEX alternative_picks_alternative ON alternative_picks (alternative_id);

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
