-- +goose Up
-- Whether affiliate links lead anywhere. A check of another URL than the link has now is as if it were not there.
CREATE TABLE affiliate_checks (
    link_id    BIGINT PRIMARY KEY REFERENCES affiliate_links (id) ON DELETE CASCADE,
    url        TEXT    NOT NULL,
    reason     TEXT    NOT NULL,
    is_failing BOOLEAN NOT NULL,
    checked_at BIGINT  NOT NULL
);
