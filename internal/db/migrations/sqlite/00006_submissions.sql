-- +goose Up
-- What visitors have sent in, until an administrator decides. Nothing of it is public: no list, export or sync reads it.
-- website_hash is the SHA-256 of what all spellings of the address have in common, secret the unguessable end of the
-- status link.
CREATE TABLE product_submissions (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id          BIGINT REFERENCES users (id) ON DELETE CASCADE,
    product_name     TEXT   NOT NULL,
    website          TEXT   NOT NULL,
    website_hash     TEXT   NOT NULL,
    description      TEXT   NOT NULL,
    use_cases        TEXT   NOT NULL DEFAULT '',
    category         TEXT   NOT NULL,
    type             TEXT   NOT NULL,
    logo             TEXT   NOT NULL DEFAULT '',
    video_url        TEXT   NOT NULL DEFAULT '',
    email            TEXT   NOT NULL DEFAULT '',
    submission_notes TEXT   NOT NULL DEFAULT '',
    status           TEXT   NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
    reason           TEXT   NOT NULL DEFAULT '',
    product_id       BIGINT REFERENCES products (id) ON DELETE SET NULL,
    mail             TEXT   NOT NULL DEFAULT '' CHECK (mail IN ('', 'waiting', 'sent', 'failed')),
    secret           TEXT   NOT NULL UNIQUE,
    created_at       BIGINT NOT NULL,
    decided_at       BIGINT,
    decided_by       TEXT   NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX product_submissions_waiting ON product_submissions (website_hash) WHERE status = 'pending';
CREATE INDEX product_submissions_status ON product_submissions (status, id);
CREATE INDEX product_submissions_decided ON product_submissions (decided_at) WHERE decided_at IS NOT NULL;
CREATE INDEX product_submissions_product ON product_submissions (product_id) WHERE product_id IS NOT NULL;

-- How many submissions of a sender's address were kept in an hour (hours since 1970, UTC). Earlier hours are forgotten.
CREATE TABLE submission_counts (
    hour   BIGINT NOT NULL,
    sender TEXT   NOT NULL,
    count  BIGINT NOT NULL,
    PRIMARY KEY (hour, sender)
) WITHOUT ROWID;

-- Letters on their way: written with the decision that they tell of, gone when a mail server has taken them. Those
-- that were given up on have no next try.
CREATE TABLE letters (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    submission_id BIGINT NOT NULL REFERENCES product_submissions (id) ON DELETE CASCADE,
    recipient     TEXT   NOT NULL,
    subject       TEXT   NOT NULL,
    body          TEXT   NOT NULL,
    tries         BIGINT NOT NULL DEFAULT 0,
    next_at       BIGINT,
    created_at    BIGINT NOT NULL
);
CREATE INDEX letters_next ON letters (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX letters_submission ON letters (submission_id);

CREATE INDEX products_website_key ON products (website_key) WHERE deleted_at IS NULL;
