-- +goose Up
-- Places that are sold: where a tool stands as Sponsored, from when until when. Without a category: 0.
CREATE TABLE bookings (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    product_id  BIGINT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    place       TEXT   NOT NULL,
    category_id BIGINT NOT NULL,
    starts_at   BIGINT NOT NULL,
    ends_at     BIGINT NOT NULL,
    note        TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL
);
CREATE INDEX bookings_product ON bookings (product_id);
