-- +goose Up
-- The version whose change an entry of an undo reverts; 0 for all other entries. The history shows with it what is undone.
ALTER TABLE audit ADD COLUMN undoes BIGINT NOT NULL DEFAULT 0;
CREATE INDEX audit_undone ON audit (undoes, version) WHERE undoes > 0 AND NOT is_part;
