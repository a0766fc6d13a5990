-- +goose Up
-- How often visitors went to affiliate links, by the day in UTC and the place of the link on the site. The network and the programme
-- are those of the link then. unique_clicks are the first ones of an address, a tool and an hour.
CREATE TABLE affiliate_clicks (
    day           BIGINT NOT NULL,
    link_id       BIGINT NOT NULL,
    product_id    BIGINT NOT NULL,
    network       TEXT   NOT NULL,
    programme     TEXT   NOT NULL,
    placement     TEXT   NOT NULL,
    clicks        BIGINT NOT NULL,
    unique_clicks BIGINT NOT NULL,
    PRIMARY KEY (day, link_id, product_id, network, programme, placement)
);
-- Up to which byte the clicks of a journal are counted. A journal is a file in the data folder of a copy of the program.
CREATE TABLE affiliate_journals (
    name    TEXT   PRIMARY KEY,
    counted BIGINT NOT NULL,
    day     BIGINT NOT NULL
);
-- Reports of networks. Of one that was undone the earnings stay and are not counted, so that the undo can be undone.
CREATE TABLE affiliate_imports (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    network    TEXT    NOT NULL,
    file       TEXT    NOT NULL,
    rows       BIGINT  NOT NULL,
    columns    TEXT    NOT NULL,
    is_counted BOOLEAN NOT NULL,
    created_at BIGINT  NOT NULL
);
-- What links earned, by the day in UTC, in ten-thousandths of a currency's unit. The rows of a sale have the same key: a later
-- import adds the difference. Without a link: what it is for is not known.
CREATE TABLE affiliate_earnings (
    import_id  BIGINT NOT NULL REFERENCES affiliate_imports (id) ON DELETE CASCADE,
    key        TEXT   NOT NULL,
    day        BIGINT NOT NULL,
    link_id    BIGINT NOT NULL,
    product_id BIGINT NOT NULL,
    network    TEXT   NOT NULL,
    programme  TEXT   NOT NULL,
    placement  TEXT   NOT NULL,
    currency   TEXT   NOT NULL,
    amount     BIGINT NOT NULL,
    PRIMARY KEY (key, import_id)
);
CREATE INDEX affiliate_earnings_day ON affiliate_earnings (day);
