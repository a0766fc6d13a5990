-- +goose Up
-- A part is a line about one object of a change that another line sums up, as about each product of an import. It is read
-- in the history of its object, and left out of all other lists.
ALTER TABLE audit ADD COLUMN is_part BOOLEAN NOT NULL DEFAULT FALSE;

DROP INDEX audit_kind;
DROP INDEX audit_action;
DROP INDEX audit_actor;
CREATE INDEX audit_listed ON audit (id) WHERE NOT is_part;
CREATE INDEX audit_kind ON audit (object, id) WHERE NOT is_part;
CREATE INDEX audit_action ON audit (action, id) WHERE NOT is_part;
CREATE INDEX audit_actor ON audit (actor, id) WHERE NOT is_part;

-- A move reads and numbers the products that it passes, and no others.
CREATE INDEX products_place ON products (display_order) WHERE deleted_at IS NULL;
