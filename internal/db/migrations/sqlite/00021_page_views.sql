-- +goose Up
-- How often a page of alternatives, a comparison or a collection was opened on a day (days since 1970, UTC). key is the id
-- of the product or the collection; for a comparison the ids of its products, as comparison_verdicts has them. Ordered as
-- visits, and without references like that.
CREATE TABLE page_views (
    day   BIGINT NOT NULL,
    kind  TEXT   NOT NULL CHECK (kind IN ('alternatives', 'comparison', 'collection')),
    key   TEXT   NOT NULL CHECK (length(key) <= 80),
    views BIGINT NOT NULL,
    PRIMARY KEY (day, kind, key)
) WITHOUT ROWID;
