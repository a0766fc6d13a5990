-- +goose Up
-- The whole schema. It has the number of the last of the steps that it replaces, so that databases of that step are up to date.
-- Times are microseconds since 1970 in UTC. Lists are JSON texts.
PRAGMA application_id = 1447646291; -- "VITS": which program the file belongs to

CREATE TABLE catalog_version (
    id               INTEGER PRIMARY KEY CHECK (id = 1),
    version          BIGINT NOT NULL,
    settings_version BIGINT NOT NULL
);
INSERT INTO catalog_version (id, version, settings_version) VALUES (1, 0, 0);

-- in_bulk is whether a tool came by an import of many, which does not make it new.
CREATE TABLE products (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    slug             TEXT    NOT NULL,
    name             TEXT    NOT NULL,
    description      TEXT    NOT NULL,
    use_cases        TEXT    NOT NULL,
    tags             TEXT    NOT NULL,
    type             TEXT    NOT NULL,
    section          TEXT    NOT NULL,
    website          TEXT    NOT NULL,
    website_key      TEXT    NOT NULL,
    logo             TEXT    NOT NULL,
    logo_color       TEXT    NOT NULL,
    images           TEXT    NOT NULL,
    video_url        TEXT    NOT NULL,
    is_featured      BOOLEAN NOT NULL DEFAULT FALSE,
    has_landing_page BOOLEAN NOT NULL DEFAULT FALSE,
    has_deal         BOOLEAN NOT NULL DEFAULT FALSE,
    promo_text       TEXT    NOT NULL,
    display_order    BIGINT  NOT NULL DEFAULT 0,
    created_at       BIGINT  NOT NULL,
    updated_at       BIGINT  NOT NULL,
    deleted_at       BIGINT,
    version          BIGINT  NOT NULL,
    changed_in       BIGINT  NOT NULL,
    in_bulk          BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE UNIQUE INDEX products_slug ON products (slug) WHERE deleted_at IS NULL;
CREATE INDEX products_changed_in ON products (changed_in);
CREATE INDEX products_deleted_at ON products (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX products_website_key ON products (website_key) WHERE deleted_at IS NULL;
-- A move among many products reads their order from the index alone.
CREATE INDEX products_order ON products (display_order, created_at DESC, id DESC) WHERE deleted_at IS NULL;

CREATE TABLE categories (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    name     TEXT NOT NULL UNIQUE,
    name_key TEXT NOT NULL UNIQUE,
    slug     TEXT NOT NULL UNIQUE
);

CREATE TABLE product_categories (
    product_id  BIGINT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    position    BIGINT NOT NULL,
    category_id BIGINT NOT NULL REFERENCES categories (id),
    PRIMARY KEY (product_id, position)
) WITHOUT ROWID;
CREATE UNIQUE INDEX product_categories_category ON product_categories (category_id, product_id);

CREATE TABLE social_media_links (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    platform      TEXT    NOT NULL CHECK (length(platform) <= 50),
    url           TEXT    NOT NULL CHECK (length(url) <= 500),
    is_active     BOOLEAN NOT NULL DEFAULT TRUE,
    display_order BIGINT  NOT NULL DEFAULT 0,
    created_at    BIGINT  NOT NULL
);

CREATE TABLE logo_settings (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    type       TEXT    NOT NULL UNIQUE CHECK (length(type) <= 50),
    name       TEXT    NOT NULL,
    file_name  TEXT    NOT NULL CHECK (length(file_name) <= 255),
    file_data  TEXT    NOT NULL,
    mime_type  TEXT    NOT NULL CHECK (length(mime_type) <= 100),
    file_size  BIGINT  NOT NULL,
    is_active  BOOLEAN NOT NULL DEFAULT TRUE,
    created_at BIGINT  NOT NULL,
    updated_at BIGINT  NOT NULL
);

CREATE TABLE legal_pages (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    type       TEXT   NOT NULL UNIQUE CHECK (length(type) <= 50),
    title      TEXT   NOT NULL CHECK (length(title) <= 255),
    content    TEXT   NOT NULL,
    updated_at BIGINT NOT NULL
);

CREATE TABLE images (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    file_name     TEXT   NOT NULL UNIQUE,
    original_name TEXT   NOT NULL,
    data          BLOB   NOT NULL,
    mime_type     TEXT   NOT NULL CHECK (length(mime_type) <= 50),
    size          BIGINT NOT NULL,
    uploaded_at   BIGINT NOT NULL
);

-- Who changed what, when, from what to what. Rows are only ever added.
-- A part is a line about one object of a change that another line sums up, as about each product of an import. It is read
-- in the history of its object, and left out of all other lists. undoes is the version whose change an entry of an undo
-- reverts, 0 for all other entries: the history shows with it what is undone.
CREATE TABLE audit (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    at         BIGINT  NOT NULL,
    actor      TEXT    NOT NULL,
    action     TEXT    NOT NULL,
    object     TEXT    NOT NULL,
    object_id  TEXT    NOT NULL,
    version    BIGINT  NOT NULL,
    before     TEXT,
    after      TEXT,
    address    TEXT    NOT NULL DEFAULT '',
    request_id TEXT    NOT NULL DEFAULT '',
    is_part    BOOLEAN NOT NULL DEFAULT FALSE,
    undoes     BIGINT  NOT NULL DEFAULT 0
);
CREATE INDEX audit_object ON audit (object, object_id, id);
CREATE INDEX audit_version ON audit (version, id);
CREATE INDEX audit_listed ON audit (id) WHERE NOT is_part;
CREATE INDEX audit_kind ON audit (object, id) WHERE NOT is_part;
CREATE INDEX audit_action ON audit (action, id) WHERE NOT is_part;
CREATE INDEX audit_actor ON audit (actor, id) WHERE NOT is_part;
CREATE INDEX audit_undone ON audit (undoes, version) WHERE undoes > 0 AND NOT is_part;

-- +goose StatementBegin
CREATE TRIGGER audit_keeps_rows_as_they_are BEFORE UPDATE ON audit
BEGIN
    SELECT RAISE(ABORT, 'audit rows are never changed');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER audit_keeps_rows BEFORE DELETE ON audit
BEGIN
    SELECT RAISE(ABORT, 'audit rows are never deleted');
END;
-- +goose StatementEnd

-- Administrators and readers. Of a code only a hash is kept. search_key is the name and email as a search of administrators
-- compares them; readers have one.
CREATE TABLE users (
    id                  INTEGER PRIMARY KEY AUTOINCREMENT,
    email               TEXT    NOT NULL CHECK (length(email) <= 255),
    email_key           TEXT    NOT NULL UNIQUE,
    name                TEXT    NOT NULL CHECK (length(name) <= 200),
    password_hash       TEXT    NOT NULL,
    is_admin            BOOLEAN NOT NULL DEFAULT FALSE,
    is_disabled         BOOLEAN NOT NULL DEFAULT FALSE,
    session_epoch       BIGINT  NOT NULL DEFAULT 0,
    created_at          BIGINT  NOT NULL,
    updated_at          BIGINT  NOT NULL,
    is_verified         BOOLEAN NOT NULL DEFAULT FALSE,
    verification_code   TEXT    NOT NULL DEFAULT '',
    verification_expiry BIGINT,
    verification_tries  BIGINT  NOT NULL DEFAULT 0,
    last_seen_at        BIGINT,
    search_key          TEXT    NOT NULL DEFAULT ''
);
CREATE INDEX users_admin ON users (is_admin);
CREATE INDEX users_expiry ON users (verification_expiry) WHERE verification_expiry IS NOT NULL;
CREATE INDEX users_unverified ON users (created_at) WHERE NOT is_verified;
CREATE INDEX users_disabled ON users (id) WHERE is_disabled;
CREATE INDEX users_seen ON users ((COALESCE(last_seen_at, 0)), id);
CREATE INDEX users_readers ON users (created_at) WHERE NOT is_admin;

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

-- What a category was called before it was renamed or merged: its old slugs, and its old names without case and accents.
CREATE TABLE category_slugs (
    slug        TEXT PRIMARY KEY,
    category_id BIGINT NOT NULL REFERENCES categories (id)
) WITHOUT ROWID;
CREATE INDEX category_slugs_category ON category_slugs (category_id);

CREATE TABLE category_names (
    name_key    TEXT PRIMARY KEY,
    category_id BIGINT NOT NULL REFERENCES categories (id)
) WITHOUT ROWID;
CREATE INDEX category_names_category ON category_names (category_id);

-- Files that lines of the audit name by a mark, each once.
CREATE TABLE audit_files (
    mark    TEXT PRIMARY KEY,
    content TEXT NOT NULL
);

-- How often a product was opened and visited on a day (days since 1970, UTC). The day comes first: what is written lies
-- together, and what is old goes together. No reference to products: counting must not wait for them or fail with them.
CREATE TABLE visits (
    day        BIGINT NOT NULL,
    product_id BIGINT NOT NULL,
    opens      BIGINT NOT NULL,
    visits     BIGINT NOT NULL,
    PRIMARY KEY (day, product_id)
) WITHOUT ROWID;

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
CREATE INDEX product_submissions_user ON product_submissions (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX product_submissions_email ON product_submissions (email);

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

-- Which version of the catalogue the sites that sync from this one were notified of. A higher one was seen at seen_at,
-- the first such one at waiting_since; the next notice is sent at next_at.
CREATE TABLE webhook_notices (
    id            INTEGER PRIMARY KEY CHECK (id = 1),
    notified      BIGINT NOT NULL,
    seen          BIGINT NOT NULL,
    seen_at       BIGINT NOT NULL,
    waiting_since BIGINT NOT NULL,
    tries         BIGINT NOT NULL,
    next_at       BIGINT NOT NULL
);

-- Rate limits: when each key was used, as a JSON list of times.
CREATE TABLE rate_limits (
    key        TEXT NOT NULL PRIMARY KEY,
    times      TEXT   NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX rate_limits_expires ON rate_limits (expires_at);

-- The last run of each scheduled job, by any copy of the program. Its holder has the job until expires_at, which is 0 when
-- the run has ended.
CREATE TABLE leases (
    name       TEXT NOT NULL PRIMARY KEY,
    holder     TEXT    NOT NULL,
    began_at   BIGINT  NOT NULL,
    expires_at BIGINT  NOT NULL,
    ended_at   BIGINT  NOT NULL,
    failed     BOOLEAN NOT NULL
);

-- Requests that created something and had an idempotency key, with their answers: the newest 10,000 of the last day.
CREATE TABLE idempotency_keys (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    key        TEXT NOT NULL UNIQUE,
    digest     TEXT   NOT NULL,
    result     TEXT   NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);

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

-- The tools that readers save.
CREATE TABLE favorites (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id    BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    product_id BIGINT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    UNIQUE (user_id, product_id)
);
CREATE INDEX favorites_product ON favorites (product_id);

-- Who gets the newsletter.
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

-- The visits that came from an issue.
CREATE TABLE newsletter_visits (
    issue      BIGINT NOT NULL,
    product_id BIGINT NOT NULL,
    visits     BIGINT NOT NULL,
    PRIMARY KEY (issue, product_id)
) WITHOUT ROWID;

-- Emails to be sent: each is written with what causes it. One with a kind is composed from data when it is sent, so its code
-- is never kept. Each has a state, so that none is sent twice. Those of an issue stay after they are sent: token_hash is of
-- the links in them.
CREATE TABLE emails (
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

-- The administrator's choices for the pages of alternatives: a tool with a position comes first, in that order, and one
-- without is not shown.
CREATE TABLE alternative_picks (
    product_id     BIGINT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    alternative_id BIGINT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    position       BIGINT,
    PRIMARY KEY (product_id, alternative_id)
) WITHOUT ROWID;
CREATE INDEX alternative_picks_alternative ON alternative_picks (alternative_id);

-- Settings that differ from their defaults (internal/site/values.go).
CREATE TABLE site_settings (
    name       TEXT NOT NULL PRIMARY KEY,
    value      TEXT NOT NULL,
    updated_at BIGINT NOT NULL
);

-- What an administrator says about products that are compared. products are their ids in ascending order with commas
-- between them, text is Markdown.
CREATE TABLE comparison_verdicts (
    products   TEXT   NOT NULL PRIMARY KEY CHECK (length(products) <= 80),
    text       TEXT   NOT NULL,
    updated_at BIGINT NOT NULL
);

-- Former slugs of products, each with the product that it redirects to. None of them is the slug of a product that is not
-- deleted.
CREATE TABLE product_slugs (
    slug       TEXT NOT NULL PRIMARY KEY,
    product_id BIGINT NOT NULL REFERENCES products (id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX product_slugs_product ON product_slugs (product_id);

-- Calls of IndexNow. urls are paths as JSON, until the call has ended.
CREATE TABLE indexnow_calls (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    urls       TEXT   NOT NULL,
    addresses  BIGINT NOT NULL,
    state      TEXT   NOT NULL,
    tries      BIGINT NOT NULL DEFAULT 0,
    status     BIGINT NOT NULL DEFAULT 0,
    answer     TEXT   NOT NULL DEFAULT '',
    created_at BIGINT NOT NULL,
    next_at    BIGINT
);
CREATE INDEX indexnow_calls_next ON indexnow_calls (next_at) WHERE next_at IS NOT NULL;

-- Up to which change the search engines were told, with which key.
CREATE TABLE indexnow_marks (
    id         INTEGER PRIMARY KEY CHECK (id = 1),
    key        TEXT   NOT NULL,
    changed_at BIGINT NOT NULL
);

-- Lists of tools that an administrator chooses. introduction is Markdown. One without published_at is a draft, one with a
-- later time is scheduled. old_slugs is a JSON list of former slugs, the latest last: they redirect to it unless another
-- collection has them now.
CREATE TABLE collections (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    slug         TEXT   NOT NULL UNIQUE,
    title        TEXT   NOT NULL,
    introduction TEXT   NOT NULL,
    author       TEXT   NOT NULL,
    published_at BIGINT,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    version      BIGINT NOT NULL,
    changed_in   BIGINT NOT NULL,
    old_slugs    TEXT   NOT NULL DEFAULT '[]'
);

CREATE TABLE collection_products (
    collection_id BIGINT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    product_id    BIGINT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    position      BIGINT NOT NULL,
    note          TEXT   NOT NULL,
    PRIMARY KEY (collection_id, product_id)
) WITHOUT ROWID;
CREATE INDEX collection_products_product ON collection_products (product_id);

-- What is known of the logos of tools that have none: working state, not content. source is where image, the path of an
-- upload, was found. is_root is whether the website is a whole host.
CREATE TABLE logo_proposals (
    product_id BIGINT NOT NULL PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE,
    state      TEXT NOT NULL CHECK (state IN ('pending', 'proposed', 'none', 'dismissed')),
    host       TEXT NOT NULL,
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

-- How often a page of alternatives, a comparison or a collection was opened on a day (days since 1970, UTC). key is the id
-- of the product or the collection; for a comparison the ids of its products, as comparison_verdicts has them. Ordered as
-- visits, and without references like that.
CREATE TABLE page_views (
    day   BIGINT NOT NULL,
    kind  TEXT   NOT NULL CHECK (kind IN ('alternatives', 'comparison', 'collection')),
    key   TEXT   NOT NULL CHECK (length(key) <= 80),
    views BIGINT NOT NULL,
    PRIMARY KEY (day, kind, key)
) WITHOUT ROWID;

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
