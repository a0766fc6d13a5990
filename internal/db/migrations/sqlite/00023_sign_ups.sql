-- +goose Up
-- Requests for an account that are not confirmed, each with its own address, name, password and code, so that none replaces another.
-- browser is the hash of the number in its device cookie. Of a code only a hash is kept.
CREATE TABLE sign_ups (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id       BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    browser       TEXT   NOT NULL,
    email         TEXT   NOT NULL CHECK (length(email) <= 255),
    name          TEXT   NOT NULL,
    password_hash TEXT   NOT NULL,
    code          TEXT   NOT NULL,
    expires_at    BIGINT,
    tries         BIGINT NOT NULL DEFAULT 0,
    created_at    BIGINT NOT NULL,
    UNIQUE (user_id, browser)
);
CREATE INDEX sign_ups_expires ON sign_ups (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX sign_ups_created ON sign_ups (created_at);
