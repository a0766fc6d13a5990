-- +goose Up
-- Websites of products that looked like links of an affiliate network, and the tool's own address behind each. One that is not the
-- product's website any more is as if it were not there.
CREATE TABLE affiliate_moves (
    product_id BIGINT PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE,
    website    TEXT   NOT NULL,
    network    TEXT   NOT NULL,
    state      TEXT   NOT NULL,
    own        TEXT   NOT NULL,
    reason     TEXT   NOT NULL,
    updated_at BIGINT NOT NULL
);
