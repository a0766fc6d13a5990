-- +goose Up
-- What is known of the logos of tools that have none: working state, not content. source is where image, the path of an
-- upload, was found. is_root is whether the website is a whole host.
CREATE TABLE logo_proposals (
    product_id BIGINT NOT NULL PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE,
    state      TEXT COLLATE "C" NOT NULL CHECK (state IN ('pending', 'proposed', 'none', 'dismissed')),
    host       TEXT COLLATE "C" NOT NULL,
    is_root    BOOLEAN NOT NULL,
    website    TEXT    NOT NULL,
    image      TEXT    NOT NULL DEFAULT '',
    logo_color TEXT    NOT NULL DEFAULT '',
    source     TEXT    NOT NULL DEFAULT '',
    reason     TEXT    NOT NULL DEFAULT '',
    updated_at BIGINT  NOT NULL
);
CREATE INDEX logo_proposals_host ON logo_proposals (state, host, product_id);
CREATE INDEX logo_proposals_state ON logo_proposals (state, product_id);

-- The latest search for logos.
CREATE TABLE logo_runs (
    id         BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    status     TEXT   NOT NULL CHECK (status IN ('idle', 'running', 'paused')),
    started_by TEXT   NOT NULL,
    started_at BIGINT NOT NULL,
    ended_at   BIGINT NOT NULL
);
