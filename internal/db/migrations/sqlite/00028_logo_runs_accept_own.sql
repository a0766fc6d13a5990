-- +goose Up
-- Whether a search accepts what it found at the tools' own hosts when it ends.
ALTER TABLE logo_runs ADD COLUMN accept_own BOOLEAN NOT NULL DEFAULT FALSE;
