-- +goose Up
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

CREATE INDEX products_deleted_at ON products (deleted_at) WHERE deleted_at IS NOT NULL;

DROP INDEX audit_object;
CREATE INDEX audit_object ON audit (object, object_id, id);
CREATE INDEX audit_kind ON audit (object, id);
CREATE INDEX audit_action ON audit (action, id);
CREATE INDEX audit_actor ON audit (actor, id);
CREATE INDEX audit_version ON audit (version, id);
