package store

import (
	"context"
	"database/sql"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
)

// staleKey is a row whose stored key differs from the key that its address has now.
type staleKey struct {
	id           int64
	website, key string // website: the address of a website, an email address, or the name of a category
}

// renewKeys updates the keys that identify a web or email address or a category in any spelling. Otherwise a version of the program
// that equates other spellings would not find what an earlier one stored. At most starts there is nothing to do.
func (s *Store) renewKeys(ctx context.Context) error {
	const doing = "renew the keys of addresses"
	var products, submissions, users, categories []staleKey
	err := s.read(ctx, doing, func(ctx context.Context, tx transaction) (err error) {
		products, err = tx.staleKeys(ctx, catalog.WebsiteKey, "SELECT id, website, website_key FROM products WHERE deleted_at IS NULL")
		if err != nil {
			return err
		}
		submissions, err = tx.staleKeys(ctx, websiteHash, "SELECT id, website, website_hash FROM product_submissions WHERE status = 'pending'")
		if err != nil {
			return err
		}
		users, err = tx.staleKeys(ctx, account.EmailKey, "SELECT id, email, email_key FROM users")
		if err != nil {
			return err
		}
		categories, err = tx.staleKeys(ctx, catalog.Fold, "SELECT id, name, name_key FROM categories")
		return err
	})
	if err != nil || len(products)+len(submissions)+len(users)+len(categories) == 0 {
		return err
	}
	err = s.write(ctx, db.WriteOptions{Doing: doing, Long: true, LongLockWait: true, Unversioned: true}, func(ctx context.Context, w *writeTx) error {
		for _, one := range products {
			if err := w.Exec(ctx, "UPDATE products SET website_key = ? WHERE id = ? AND website = ?", one.key, one.id, one.website); err != nil {
				return err
			}
		}
		for _, one := range submissions { // if another spelling is pending, the key stays until the decision
			err := w.Exec(ctx, "UPDATE product_submissions SET website_hash = ? WHERE id = ? AND status = 'pending' AND NOT EXISTS "+
				"(SELECT 1 FROM product_submissions WHERE website_hash = ? AND status = 'pending')", one.key, one.id, one.key)
			if err != nil {
				return err
			}
		}
		for _, one := range users {
			err := w.Exec(ctx, "UPDATE users SET email_key = ? WHERE id = ? AND NOT EXISTS (SELECT 1 FROM users WHERE email_key = ?)", one.key, one.id, one.key)
			if err != nil {
				return err
			}
		}
		for _, one := range categories {
			err := w.Exec(ctx, "UPDATE categories SET name_key = ? WHERE id = ? AND NOT EXISTS (SELECT 1 FROM categories WHERE name_key = ?)", one.key, one.id, one.key)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.warnOfTwins(ctx)
}

// warnOfTwins logs the accounts whose email another account has in another spelling. They cannot sign in.
func (s *Store) warnOfTwins(ctx context.Context) error {
	return s.read(ctx, "look for accounts of one e-mail", func(ctx context.Context, tx transaction) error {
		twins, err := tx.staleKeys(ctx, account.EmailKey, "SELECT id, email, email_key FROM users")
		for _, twin := range twins {
			s.Logger().WarnContext(ctx, "an account cannot sign in: another one has the same e-mail in another spelling", "id", twin.id, "email", twin.website)
		}
		return err
	})
}

// staleKeys returns the rows of a query whose stored key differs from keyOf of the address.
func (tx transaction) staleKeys(ctx context.Context, keyOf func(website string) string, query string) (stale []staleKey, err error) {
	err = tx.Each(ctx, func(found *sql.Rows) error {
		var one staleKey
		var kept string
		if err := found.Scan(&one.id, &one.website, &kept); err != nil {
			return err
		}
		if one.key = keyOf(one.website); one.key != kept {
			stale = append(stale, one)
		}
		return nil
	}, query)
	return stale, err
}
