-- +goose Up
-- Links in emails about a subscription, each with the address to which it was sent and what was asked for with it, so that none
-- replaces another. Of a token only a hash is kept. is_used is whether there is nothing left to confirm.
-- newsletters.token_hash is of links from before this table.
CREATE TABLE newsletter_links (
    token_hash    TEXT    NOT NULL PRIMARY KEY,
    subscriber_id BIGINT  NOT NULL REFERENCES newsletters (id) ON DELETE CASCADE,
    email         TEXT    NOT NULL CHECK (length(email) <= 255),
    topics        TEXT    NOT NULL,
    cadence       TEXT    NOT NULL,
    is_used       BOOLEAN NOT NULL,
    created_at    BIGINT  NOT NULL
);
CREATE INDEX newsletter_links_subscriber ON newsletter_links (subscriber_id, created_at);
CREATE INDEX newsletter_links_unused ON newsletter_links (created_at) WHERE NOT is_used;
