-- +goose Up
-- Lists of tools that an administrator chooses. introduction is Markdown. One without published_at is a draft, one with a
-- later time is scheduled.
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
    changed_in   BIGINT NOT NULL
);

CREATE TABLE collection_products (
    collection_id BIGINT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    product_id    BIGINT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    position      BIGINT NOT NULL,
    note          TEXT   NOT NULL,
    PRIMARY KEY (collection_id, product_id)
) WITHOUT ROWID;
CREATE INDEX collection_products_product ON collection_products (product_id);
