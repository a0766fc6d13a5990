-- +goose Up
-- What an administrator may do: owner, editor or viewer; empty: the user is no administrator. Those from before roles are owners.
ALTER TABLE users ADD COLUMN role TEXT NOT NULL DEFAULT '';
UPDATE users SET role = 'owner' WHERE is_admin;

-- In which browser a session is ("Firefox on Linux"), and when its user last gave the password or a code in it.
ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN confirmed_at BIGINT NOT NULL DEFAULT 0;

-- Invitations of administrators. Of the link only a hash is kept, empty until its email is sent.
CREATE TABLE invitations (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    email      TEXT   NOT NULL CHECK (length(email) <= 255),
    email_key  TEXT   NOT NULL UNIQUE,
    role       TEXT   NOT NULL,
    invited_by BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token_hash TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX invitations_token ON invitations (token_hash) WHERE token_hash <> '';
CREATE INDEX invitations_inviter ON invitations (invited_by);
CREATE INDEX invitations_expires ON invitations (expires_at);

-- Secrets of authenticator apps, encrypted with a key that is not in the database. last_step is the time step of the last code
-- that was accepted: no code works twice.
CREATE TABLE two_factor (
    user_id    BIGINT  NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    secret     TEXT    NOT NULL,
    is_on      BOOLEAN NOT NULL,
    last_step  BIGINT  NOT NULL,
    created_at BIGINT  NOT NULL
);
-- Of recovery codes only hashes are kept; a used one is deleted.
CREATE TABLE recovery_codes (
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hash    TEXT   NOT NULL,
    PRIMARY KEY (user_id, hash)
);
