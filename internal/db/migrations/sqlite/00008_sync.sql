-- +goose Up
-- Each run of a sync, the newest hundred.
CREATE TABLE sync_runs (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    started_by TEXT   NOT NULL,
    cause      TEXT   NOT NULL CHECK (cause IN ('manual', 'webhook', 'command')),
    started_at BIGINT NOT NULL,
    ended_at   BIGINT,
    failure    TEXT   NOT NULL DEFAULT '',
    counts     TEXT   NOT NULL DEFAULT '{}'
);

-- Deliveries of the webhook that were taken, so that none counts twice.
CREATE TABLE webhook_deliveries (
    id TEXT   PRIMARY KEY,
    at BIGINT NOT NULL
);
CREATE INDEX webhook_deliveries_at ON webhook_deliveries (at);

-- What the sites that copy this one have been told: the catalogue's version. A higher one was seen at seen_at and first
-- at waiting_since, and is told of again at next_at.
CREATE TABLE webhook_notices (
    id            INTEGER PRIMARY KEY CHECK (id = 1),
    told          BIGINT NOT NULL,
    seen          BIGINT NOT NULL,
    seen_at       BIGINT NOT NULL,
    waiting_since BIGINT NOT NULL,
    tries         BIGINT NOT NULL,
    next_at       BIGINT NOT NULL
);
