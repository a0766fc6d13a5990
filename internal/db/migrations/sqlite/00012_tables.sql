-- +goose Up
-- The whole schema, made of all steps up to this one. Databases and backups of this step exist, so it keeps the names
-- that they have; step 13 renames some.
-- Times are microseconds since 1970 in UTC. Lists are JSON texts.
PRAGMA application_id = 1447646291; -- "VITS": which program the file belongs to

CREATE TABLE catalog_version (
    id               INTEGER PRIMARY KEY CHECK (id = 1),
    version          BIGINT NOT NULL,
    settings_version BIGINT NOT NULL
);
INSERT INTO catalog_version (id, version, settings_version) VALUES (1, 0, 0);

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
    changed_in       BIGINT  NOT NULL
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
-- in the history of its object, and left out of all other lists.
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
    is_part    BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX audit_object ON audit (object, object_id, id);
CREATE INDEX audit_version ON audit (version, id);
CREATE INDEX audit_listed ON audit (id) WHERE NOT is_part;
CREATE INDEX audit_kind ON audit (object, id) WHERE NOT is_part;
CREATE INDEX audit_action ON audit (action, id) WHERE NOT is_part;
CREATE INDEX audit_actor ON audit (actor, id) WHERE NOT is_part;

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

-- Emails to be sent: each is written with the decision that it is about and deleted when a mail server has taken it.
-- One that was given up on has no next_at.
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
    told          BIGINT NOT NULL,
    seen          BIGINT NOT NULL,
    seen_at       BIGINT NOT NULL,
    waiting_since BIGINT NOT NULL,
    tries         BIGINT NOT NULL,
    next_at       BIGINT NOT NULL
);

-- Rate limits: when each key was used, as a JSON list of times.
CREATE TABLE uses (
    key       TEXT NOT NULL PRIMARY KEY,
    times     TEXT   NOT NULL,
    forget_at BIGINT NOT NULL
);
CREATE INDEX uses_forget ON uses (forget_at);

-- The last run of each scheduled job, by any copy of the program. A run holds the job until lease_until, which is 0 when
-- it has ended.
CREATE TABLE job_turns (
    job         TEXT NOT NULL PRIMARY KEY,
    run         TEXT    NOT NULL,
    began_at    BIGINT  NOT NULL,
    lease_until BIGINT  NOT NULL,
    ended_at    BIGINT  NOT NULL,
    failed      BOOLEAN NOT NULL
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
