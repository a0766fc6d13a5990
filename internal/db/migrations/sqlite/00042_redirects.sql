-- +goose Up
-- What the URLs lead to that the site had before it moved here. old_path is escaped, with its query if it has one. target is the slug of
-- a tag, or a path; target_id the id of a product, category or collection. Status 410 has no target.
CREATE TABLE redirects (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    old_path   TEXT   NOT NULL UNIQUE,
    status     BIGINT NOT NULL CHECK (status IN (301, 302, 307, 308, 410)),
    kind       TEXT   NOT NULL CHECK (kind IN ('gone', 'path', 'product', 'category', 'collection', 'tag')),
    target_id  BIGINT NOT NULL,
    target     TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
-- How often each was requested, and the last day in UTC.
CREATE TABLE redirect_hits (
    redirect_id BIGINT PRIMARY KEY,
    hits        BIGINT NOT NULL,
    last_day    BIGINT NOT NULL
);
