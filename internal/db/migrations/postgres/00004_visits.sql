-- +goose Up
-- How often a product was opened and visited on a day (days since 1970, UTC). The day comes first: what is written lies
-- together, and what is old goes together. No reference to products: counting must not wait for them or fail with them.
CREATE TABLE visits (
    day        BIGINT NOT NULL,
    product_id BIGINT NOT NULL,
    opens      BIGINT NOT NULL,
    visits     BIGINT NOT NULL,
    PRIMARY KEY (day, product_id)
);
