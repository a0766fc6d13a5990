-- +goose Up
-- Accounts of readers, and the tools that they save.
-- Of a code only a hash is kept. Everybody who had an account before is an administrator.
-- search_key is the name and email as a search of administrators compares them; readers have one.
ALTER TABLE users ADD COLUMN is_verified BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE users ADD COLUMN verification_code TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN verification_expiry BIGINT;
ALTER TABLE users ADD COLUMN verification_tries BIGINT NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN last_seen_at BIGINT;
ALTER TABLE users ADD COLUMN search_key TEXT NOT NULL DEFAULT '';
UPDATE users SET is_verified = TRUE;
CREATE INDEX users_admin ON users (is_admin);
CREATE INDEX users_expiry ON users (verification_expiry) WHERE verification_expiry IS NOT NULL;
CREATE INDEX users_unverified ON users (created_at) WHERE NOT is_verified;
CREATE INDEX users_disabled ON users (id) WHERE is_disabled;
CREATE INDEX users_seen ON users ((COALESCE(last_seen_at, 0)), id);

-- A change of a user's email that waits for the codes that were sent to both addresses.
CREATE TABLE email_changes (
    user_id      BIGINT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    email        TEXT   NOT NULL CHECK (length(email) <= 255),
    email_key    TEXT   NOT NULL,
    current_code TEXT   NOT NULL DEFAULT '',
    new_code     TEXT   NOT NULL DEFAULT '',
    tries        BIGINT NOT NULL DEFAULT 0,
    expires_at   BIGINT NOT NULL
);
CREATE INDEX email_changes_expires ON email_changes (expires_at);

CREATE TABLE favorites (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id    BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    product_id BIGINT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    UNIQUE (user_id, product_id)
);
CREATE INDEX favorites_product ON favorites (product_id);

CREATE INDEX product_submissions_user ON product_submissions (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX product_submissions_email ON product_submissions (email);

-- An email need not be about a submission. One with a kind is written when it is sent, from data: so its code is never
-- kept. SQLite makes a table again to let a column be NULL.
CREATE TABLE new_emails (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    submission_id BIGINT REFERENCES product_submissions (id) ON DELETE CASCADE,
    recipient     TEXT   NOT NULL,
    subject       TEXT   NOT NULL,
    body          TEXT   NOT NULL,
    tries         BIGINT NOT NULL DEFAULT 0,
    next_at       BIGINT,
    created_at    BIGINT NOT NULL,
    html          TEXT   NOT NULL DEFAULT '',
    kind          TEXT   NOT NULL DEFAULT '',
    data          TEXT   NOT NULL DEFAULT '',
    recipient_key TEXT   NOT NULL DEFAULT ''
);
INSERT INTO sqlite_sequence (name, seq) SELECT 'new_emails', seq FROM sqlite_sequence WHERE name = 'emails';
INSERT INTO new_emails (id, submission_id, recipient, subject, body, tries, next_at, created_at)
    SELECT id, submission_id, recipient, subject, body, tries, next_at, created_at FROM emails;
DROP TABLE emails;
ALTER TABLE new_emails RENAME TO emails;
CREATE INDEX emails_next ON emails (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX emails_submission ON emails (submission_id);
CREATE INDEX emails_recipient ON emails (recipient_key);
