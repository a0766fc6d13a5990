-- +goose Up
-- The site's own synonyms: what people say, and what tools say for it, with commas between several.
CREATE TABLE synonyms (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    says       TEXT   NOT NULL,
    means      TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
-- How often a search that no tool has all words of was made, by the day in UTC. key is the SHA-256 of its words.
CREATE TABLE vain_searches (
    key   TEXT   NOT NULL,
    day   BIGINT NOT NULL,
    asked BIGINT NOT NULL,
    PRIMARY KEY (key, day)
);
CREATE INDEX vain_searches_day ON vain_searches (day);
-- The words of those that enough people made. dismissed is the day on which an administrator dismissed one, which then has no
-- words; 0: none did.
CREATE TABLE vain_search_words (
    key       TEXT   PRIMARY KEY,
    words     TEXT   NOT NULL,
    dismissed BIGINT NOT NULL
);
