-- +goose Up
-- The newsletter: who gets it, its issues, and the visits that came from them.
-- topics are category ids as JSON. Of a token only a hash is kept. consent is the version of the sentence that the
-- subscriber agreed to, or the proof that came with an import.
CREATE TABLE newsletters (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    email           TEXT   NOT NULL CHECK (length(email) <= 255),
    email_key       TEXT   NOT NULL UNIQUE,
    subscribed_at   BIGINT NOT NULL,
    confirmed_at    BIGINT,
    unsubscribed_at BIGINT,
    topics          TEXT   NOT NULL DEFAULT '[]',
    cadence         TEXT   NOT NULL DEFAULT 'weekly',
    token_hash      TEXT   NOT NULL DEFAULT '',
    consent_at      BIGINT NOT NULL,
    consent         TEXT   NOT NULL,
    failures        BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX newsletters_token ON newsletters (token_hash) WHERE token_hash <> '';
CREATE INDEX newsletters_unconfirmed ON newsletters (subscribed_at) WHERE confirmed_at IS NULL;
CREATE INDEX newsletters_confirmed ON newsletters (confirmed_at) WHERE confirmed_at IS NOT NULL;
CREATE INDEX newsletters_unsubscribed ON newsletters (unsubscribed_at) WHERE unsubscribed_at IS NOT NULL;
CREATE INDEX users_readers ON users (created_at) WHERE NOT is_admin;

-- The next issue of a cadence as the administrator has changed it. items are sections and product ids as JSON.
CREATE TABLE newsletter_drafts (
    cadence    TEXT   NOT NULL PRIMARY KEY,
    subject    TEXT   NOT NULL,
    intro      TEXT   NOT NULL,
    items      TEXT   NOT NULL,
    updated_at BIGINT NOT NULL
);

-- Issues that are scheduled, being sent or sent. content is what is sent, as JSON; the counts are set at the end.
CREATE TABLE newsletter_issues (
    number       BIGINT NOT NULL PRIMARY KEY,
    cadence      TEXT   NOT NULL,
    status       TEXT   NOT NULL,
    subject      TEXT   NOT NULL,
    intro        TEXT   NOT NULL,
    items        TEXT   NOT NULL,
    content      TEXT   NOT NULL DEFAULT '[]',
    scheduled_at BIGINT,
    zone         TEXT   NOT NULL DEFAULT '',
    started_at   BIGINT,
    finished_at  BIGINT,
    recipients   BIGINT NOT NULL DEFAULT 0,
    delivered    BIGINT NOT NULL DEFAULT 0,
    refused      BIGINT NOT NULL DEFAULT 0,
    unsure       BIGINT NOT NULL DEFAULT 0,
    skipped      BIGINT NOT NULL DEFAULT 0,
    unsubscribed BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX newsletter_issues_status ON newsletter_issues (status, scheduled_at);

CREATE TABLE newsletter_visits (
    issue      BIGINT NOT NULL,
    product_id BIGINT NOT NULL,
    visits     BIGINT NOT NULL,
    PRIMARY KEY (issue, product_id)
) WITHOUT ROWID;

-- Emails have a state, so that none is sent twice. Those of an issue stay after they are sent: token_hash is of the links in
-- them. The table comes after newsletters, which it references, so it is made again.
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
    recipient_key TEXT   NOT NULL DEFAULT '',
    state         TEXT   NOT NULL DEFAULT 'waiting',
    issue         BIGINT REFERENCES newsletter_issues (number) ON DELETE CASCADE,
    subscriber_id BIGINT REFERENCES newsletters (id) ON DELETE SET NULL,
    token_hash    TEXT   NOT NULL DEFAULT '',
    done_at       BIGINT
);
INSERT INTO sqlite_sequence (name, seq) SELECT 'new_emails', seq FROM sqlite_sequence WHERE name = 'emails';
INSERT INTO new_emails (id, submission_id, recipient, subject, body, tries, next_at, created_at, html, kind, data, recipient_key, state)
    SELECT id, submission_id, recipient, subject, body, tries, next_at, created_at, html, kind, data, recipient_key,
        CASE WHEN next_at IS NULL THEN 'refused' ELSE 'waiting' END FROM emails;
DROP TABLE emails;
ALTER TABLE new_emails RENAME TO emails;
CREATE INDEX emails_waiting ON emails ((issue IS NOT NULL), next_at, id) WHERE state = 'waiting';
CREATE INDEX emails_sending ON emails (next_at) WHERE state = 'sending';
CREATE INDEX emails_submission ON emails (submission_id);
CREATE INDEX emails_recipient ON emails (recipient_key);
CREATE INDEX emails_issue ON emails (issue, state) WHERE issue IS NOT NULL;
CREATE UNIQUE INDEX emails_subscriber ON emails (subscriber_id, issue) WHERE subscriber_id IS NOT NULL;
CREATE INDEX emails_token ON emails (token_hash) WHERE token_hash <> '';

-- When the next email may be sent, for all copies of the program together.
CREATE TABLE mail_pace (
    id      BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    next_at BIGINT NOT NULL
);
INSERT INTO mail_pace (id, next_at) VALUES (1, 0);
