-- +goose Up
CREATE TABLE users (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    email         TEXT    NOT NULL CHECK (length(email) <= 255),
    email_key     TEXT    NOT NULL UNIQUE,
    name          TEXT    NOT NULL CHECK (length(name) <= 200),
    password_hash TEXT    NOT NULL,
    is_admin      BOOLEAN NOT NULL DEFAULT FALSE,
    is_disabled   BOOLEAN NOT NULL DEFAULT FALSE,
    session_epoch BIGINT  NOT NULL DEFAULT 0,
    created_at    BIGINT  NOT NULL,
    updated_at    BIGINT  NOT NULL
);

-- Of sessions and tokens only the SHA-256 is kept. Those of an earlier epoch than their user's are over.
CREATE TABLE sessions (
    hash          TEXT   NOT NULL PRIMARY KEY,
    user_id       BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    session_epoch BIGINT NOT NULL,
    created_at    BIGINT NOT NULL,
    last_used_at  BIGINT NOT NULL,
    expires_at    BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_user ON sessions (user_id, last_used_at);
CREATE INDEX sessions_expires ON sessions (expires_at);

CREATE TABLE tokens (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    hash          TEXT   NOT NULL UNIQUE,
    user_id       BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name          TEXT   NOT NULL CHECK (length(name) <= 200),
    scope         TEXT   NOT NULL CHECK (length(scope) <= 50),
    session_epoch BIGINT NOT NULL,
    created_at    BIGINT NOT NULL,
    last_used_at  BIGINT,
    expires_at    BIGINT,
    UNIQUE (user_id, name)
);

-- When the failed tries to sign in of an address or an account were, as a JSON list of times.
CREATE TABLE login_attempts (
    key     TEXT   NOT NULL PRIMARY KEY,
    tries   TEXT   NOT NULL,
    last_at BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX login_attempts_last ON login_attempts (last_at);

ALTER TABLE audit ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE audit ADD COLUMN request_id TEXT NOT NULL DEFAULT '';
