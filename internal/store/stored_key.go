package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/features"
	"github.com/vitrine-directory/vitrine/internal/inbox"
)

// storedKeys are all columns with a key of a text that is stored beside them.
var storedKeys = keysOf([]feature.StoredKey{
	{Table: "products", Text: "website", Key: "website_key", Where: "deleted_at IS NULL", KeyOf: catalog.WebsiteKey},
	{Table: "product_submissions", Text: "website", Key: "website_hash", Where: "status = 'pending'", IsUnique: true, KeyOf: inbox.WebsiteHash}, // if another spelling is pending, the key stays until the decision
	{Table: "users", Text: "email", Key: "email_key", Where: "TRUE", IsUnique: true, KeyOf: account.EmailKey},
	{Table: "users", Text: "name || ' ' || email", Key: "search_key", Where: "NOT is_admin", KeyOf: catalog.Fold},
	{Table: "categories", Text: "name", Key: "name_key", Where: "TRUE", IsUnique: true, KeyOf: catalog.Fold},
})

func keysOf(keys []feature.StoredKey) []feature.StoredKey {
	for _, f := range features.All {
		keys = append(keys, f.Keys...)
	}
	return keys
}

// staleKey is a row whose stored key differs from the key that its text has now.
type staleKey struct {
	id        int64
	text, key string
}

// renewKeys updates the keys by which texts are found in any spelling. Otherwise a version of the program that equates other
// spellings would not find what an earlier one stored. At most starts there is nothing to do.
func (s *Store) renewKeys(ctx context.Context) error {
	const doing = "renew the keys of addresses and names"
	stale, count := make([][]staleKey, len(storedKeys)), 0
	var former []renamedKey
	err := s.Read(ctx, doing, func(ctx context.Context, tx db.Tx) (err error) {
		for i, k := range storedKeys {
			if stale[i], err = staleKeys(ctx, tx, k.KeyOf, "SELECT id, "+k.Text+", "+k.Key+" FROM "+k.Table+" WHERE "+k.Where); err != nil {
				return err
			}
			count += len(stale[i])
		}
		former, err = staleFormerNames(ctx, tx)
		return err
	})
	if err != nil || count+len(former) == 0 {
		return err
	}
	err = s.Write(ctx, db.WriteOptions{Doing: doing, Long: true, LongLockWait: true, Unversioned: true}, func(ctx context.Context, w *db.WriteTx) error {
		for i, k := range storedKeys {
			for _, one := range stale[i] {
				if err := renewKey(ctx, w, k, one); err != nil {
					return err
				}
			}
		}
		for _, one := range former {
			err := w.Exec(ctx, "UPDATE category_names SET name_key = ? WHERE name_key = ? AND NOT EXISTS (SELECT 1 FROM category_names WHERE name_key = ?)", one.now, one.stored, one.now)
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

// renewKey updates one key, unless the text has changed or another row has the key.
func renewKey(ctx context.Context, w *db.WriteTx, k feature.StoredKey, one staleKey) error {
	query, args := "UPDATE "+k.Table+" SET "+k.Key+" = ? WHERE id = ? AND "+k.Text+" = ? AND "+k.Where, []any{one.key, one.id, one.text}
	if k.IsUnique {
		query, args = query+" AND NOT EXISTS (SELECT 1 FROM "+k.Table+" WHERE "+k.Key+" = ? AND "+k.Where+")", append(args, one.key)
	}
	return w.Exec(ctx, query, args...)
}

// renamedKey is a stored key, and what it has to be now.
type renamedKey struct{ stored, now string }

// staleFormerNames returns the keys of categories' former names that are none of any name now. The names themselves are in the audit
// only: a key belongs to one that is the same without marks, which an earlier version may have left out.
func staleFormerNames(ctx context.Context, tx db.Tx) (stale []renamedKey, err error) {
	stored, err := db.Collect(ctx, tx, db.Column[string], "SELECT name_key FROM category_names ORDER BY name_key")
	if err != nil || len(stored) == 0 {
		return nil, err
	}
	names, err := db.Collect(ctx, tx, db.Column[string], "SELECT before FROM audit WHERE object = 'categories' AND before IS NOT NULL")
	if err != nil {
		return nil, err
	}
	keys := map[string]map[string]bool{} // of former names, by the key without marks
	for _, text := range names {
		var before struct{ Name string }
		if err := json.Unmarshal([]byte(text), &before); err != nil {
			return nil, err
		}
		key := catalog.Fold(before.Name)
		plain := withoutMarks(key)
		if keys[plain] == nil {
			keys[plain] = map[string]bool{}
		}
		keys[plain][key] = true
	}
	for _, key := range stored {
		now := catalog.Fold(key)
		if known := keys[withoutMarks(key)]; len(known) == 1 { // else it is not known of which
			for now = range known {
			}
		}
		if now != key {
			stale = append(stale, renamedKey{key, now})
		}
	}
	return stale, nil
}

// withoutMarks returns a folded text without any marks.
func withoutMarks(folded string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.M, r) {
			return -1
		}
		return r
	}, norm.NFKD.String(folded))
}

// warnOfTwins logs the accounts whose email another account has in another spelling. They cannot sign in.
func (s *Store) warnOfTwins(ctx context.Context) error {
	return s.Read(ctx, "look for accounts of one email", func(ctx context.Context, tx db.Tx) error {
		twins, err := staleKeys(ctx, tx, account.EmailKey, "SELECT id, email, email_key FROM users")
		for _, twin := range twins {
			s.Logger().WarnContext(ctx, "an account cannot sign in: another one has the same email in another spelling", "id", twin.id, "email", twin.text)
		}
		return err
	})
}

// staleKeys returns the rows of a query whose stored key differs from keyOf of the text.
func staleKeys(ctx context.Context, tx db.Tx, keyOf func(text string) string, query string) (stale []staleKey, err error) {
	err = tx.Each(ctx, func(found *sql.Rows) error {
		var one staleKey
		var kept string
		if err := found.Scan(&one.id, &one.text, &kept); err != nil {
			return err
		}
		if one.key = keyOf(one.text); one.key != kept {
			stale = append(stale, one)
		}
		return nil
	}, query)
	return stale, err
}
