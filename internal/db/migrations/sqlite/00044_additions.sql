-- +goose Up
-- The URLs from which tools are to be added, a row for each line of a list that somebody pasted. product_id is the draft that was made,
-- or the product that has the URL already.
CREATE TABLE additions (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    list       BIGINT NOT NULL,
    line       BIGINT NOT NULL,
    url        TEXT   NOT NULL,
    host       TEXT   NOT NULL,
    state      TEXT   NOT NULL CHECK (state IN ('queued', 'added', 'failed', 'duplicate')),
    reason     TEXT   NOT NULL,
    product_id BIGINT REFERENCES products (id) ON DELETE CASCADE,
    added_by   TEXT   NOT NULL,
    added_at   BIGINT NOT NULL
);
CREATE INDEX additions_list ON additions (list, line);
CREATE INDEX additions_state ON additions (state, host, id);
CREATE INDEX additions_product ON additions (product_id);
CREATE INDEX additions_added_at ON additions (added_at);
