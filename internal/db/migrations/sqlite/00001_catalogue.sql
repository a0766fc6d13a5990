-- +goose Up
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
CREATE TABLE audit (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    at        BIGINT NOT NULL,
    actor     TEXT   NOT NULL,
    action    TEXT   NOT NULL,
    object    TEXT   NOT NULL,
    object_id TEXT   NOT NULL,
    version   BIGINT NOT NULL,
    before    TEXT,
    after     TEXT
);
CREATE INDEX audit_object ON audit (object, object_id);

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
