-- +goose Up
-- Images that imported tools have at other sites, until they are saved here. A row stays if that has failed, with the reason. due_at is when
-- the next try may be. A tool that has another image by then keeps it.
CREATE TABLE import_images (
    product_id BIGINT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    url        TEXT COLLATE "C" NOT NULL,
    host       TEXT COLLATE "C" NOT NULL,
    state      TEXT   NOT NULL CHECK (state IN ('pending', 'failed')),
    added_by   TEXT   NOT NULL,
    added_at   BIGINT NOT NULL,
    tries      BIGINT NOT NULL,
    due_at     BIGINT NOT NULL,
    reason     TEXT   NOT NULL,
    PRIMARY KEY (product_id, url)
);
CREATE INDEX import_images_due ON import_images (due_at) WHERE state = 'pending';
CREATE INDEX import_images_host ON import_images (host, product_id, url) WHERE state = 'pending';
CREATE INDEX import_images_failed ON import_images (added_at) WHERE state = 'failed';
