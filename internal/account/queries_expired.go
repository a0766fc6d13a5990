package account

import (
	"context"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// ForgetExpired deletes expired sessions, codes, email changes and rate limits, and the sign-ups from before the given time with
// their users, unless somebody has signed up with that email since.
func (s *Queries) ForgetExpired(ctx context.Context, unverified time.Time) error {
	now := s.Now()
	for _, expired := range []struct {
		query string
		at    time.Time
	}{
		{"DELETE FROM sessions WHERE expires_at < ?", now},
		{"DELETE FROM rate_limits WHERE expires_at < ?", now},
		{"DELETE FROM email_changes WHERE expires_at < ?", now},
		{"UPDATE users SET verification_code = '', verification_expiry = NULL WHERE verification_expiry < ?", now},
		{"UPDATE sign_ups SET code = '', expires_at = NULL WHERE expires_at < ?", now},
		{"DELETE FROM users WHERE NOT is_verified AND NOT is_admin AND created_at < ?", unverified},
		{"DELETE FROM sign_ups WHERE created_at < ?", unverified},
	} {
		err := s.WriteUnversioned(ctx, "", "delete what has expired", func(ctx context.Context, w *db.WriteTx) error {
			return w.Exec(ctx, expired.query, expired.at.UnixMicro())
		})
		if err != nil {
			return err
		}
	}
	return nil
}
