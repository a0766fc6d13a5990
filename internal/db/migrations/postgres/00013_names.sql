-- +goose Up
-- Names that say what the tables and columns are for.
ALTER TABLE letters RENAME TO emails;
ALTER SEQUENCE letters_id_seq RENAME TO emails_id_seq;
ALTER INDEX letters_pkey RENAME TO emails_pkey;
ALTER INDEX letters_next RENAME TO emails_next;
ALTER INDEX letters_submission RENAME TO emails_submission;
ALTER TABLE emails RENAME CONSTRAINT letters_submission_id_fkey TO emails_submission_id_fkey;

ALTER TABLE job_turns RENAME TO leases;
ALTER INDEX job_turns_pkey RENAME TO leases_pkey;
ALTER TABLE leases RENAME COLUMN job TO name;
ALTER TABLE leases RENAME COLUMN run TO holder;
ALTER TABLE leases RENAME COLUMN lease_until TO expires_at;

ALTER TABLE uses RENAME TO rate_limits;
ALTER INDEX uses_pkey RENAME TO rate_limits_pkey;
ALTER TABLE rate_limits RENAME COLUMN forget_at TO expires_at;
ALTER INDEX uses_forget RENAME TO rate_limits_expires;

ALTER TABLE webhook_notices RENAME COLUMN told TO notified;
