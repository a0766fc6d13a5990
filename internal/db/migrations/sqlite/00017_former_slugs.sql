-- +goose Up
-- Former slugs of products, each with the product that it redirects to. None of them is the slug of a product that is not
-- deleted.
CREATE TABLE product_slugs (
    slug       TEXT NOT NULL PRIMARY KEY,
    product_id BIGINT NOT NULL REFERENCES products (id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX product_slugs_product ON product_slugs (product_id);
