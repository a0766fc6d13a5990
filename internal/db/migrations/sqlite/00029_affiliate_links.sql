-- +goose Up
-- Links to tools' websites that pay the site: a tool's first one that is in use is where its Visit leads.
CREATE TABLE affiliate_links (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    product_id BIGINT  NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    network    TEXT    NOT NULL,
    programme  TEXT    NOT NULL,
    url        TEXT    NOT NULL,
    sub_id     TEXT    NOT NULL,
    active     BOOLEAN NOT NULL,
    starts_at  BIGINT,
    ends_at    BIGINT,
    note       TEXT    NOT NULL,
    created_at BIGINT  NOT NULL,
    updated_at BIGINT  NOT NULL
);
CREATE INDEX affiliate_links_product ON affiliate_links (product_id);
