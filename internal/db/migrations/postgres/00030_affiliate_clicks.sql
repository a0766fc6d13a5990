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
