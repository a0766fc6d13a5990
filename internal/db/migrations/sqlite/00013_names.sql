-- +goose Up
-- Names that say what the tables and columns are for.
ALTER TABLE letters RENAME TO emails;
DROP INDEX letters_next;
CREATE INDEX emails_next ON emails (next_at) WHERE next_at IS NOT NULL;
DROP INDEX letters_submission;
CREATE INDEX emails_submission ON emails (submission_id);

ALTER TABLE job_turns RENAME TO leases;
ALTER TABLE leases RENAME COLUMN job TO name;
ALTER TABLE leases RENAME COLUMN run TO holder;
ALTER TABLE leases RENAME COLUMN lease_until TO expires_at;

ALTER TABLE uses RENAME TO rate_limits;
ALTER TABLE rate_limits RENAME COLUMN forget_at TO expires_at;
DROP INDEX uses_forget;
CREATE INDEX rate_limits_expires ON rate_limits (expires_at);

ALTER TABLE webhook_notices RENAME COLUMN told TO notified;
