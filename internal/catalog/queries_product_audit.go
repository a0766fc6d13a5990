package catalog

import (
	"context"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// Change is a product before and after a change; nil: it did not exist or was deleted.
type Change struct{ Before, After *Product }

// AuditProducts adds an audit entry for each change, and for each category that was created for the changes.
func AuditProducts(ctx context.Context, w *db.WriteTx, x *categoryIndex, action string, changes ...Change) error {
	if err := auditChanges(ctx, w, db.Entry{Action: action}, changes); err != nil || x == nil {
		return err
	}
	return auditMade(ctx, w, x)
}

// auditChanges adds an audit entry for each change, with line as the template.
func auditChanges(ctx context.Context, w *db.WriteTx, line db.Entry, changes []Change) error {
	entries := make([]db.Entry, 0, len(changes))
	for _, c := range changes {
		e := line
		e.Object = "products"
		for _, side := range []struct {
			p    *Product
			kept *any
		}{{c.Before, &e.Before}, {c.After, &e.After}} {
			if side.p == nil {
				continue
			}
			p := *side.p
			var err error
			if p.Logo, err = storeLogo(ctx, w, p.Logo); err != nil {
				return err
			}
			e.ObjectID, *side.kept = p.ID, p
		}
		entries = append(entries, e)
	}
	return w.Audit(ctx, entries...)
}

// logoMark returns a logo as the audit stores it: a hash in place of a data URL.
func logoMark(logo string) string {
	if strings.HasPrefix(logo, "data:") {
		return db.FileMark([]byte(logo))
	}
	return logo
}

// storeLogo returns logoMark(logo). It stores a file once, in audit_files, so that the product can have it back.
func storeLogo(ctx context.Context, w *db.WriteTx, logo string) (string, error) {
	mark := logoMark(logo)
	if mark == logo {
		return logo, nil
	}
	return mark, w.Exec(ctx, "INSERT INTO audit_files (mark, content) VALUES (?, ?) ON CONFLICT (mark) DO NOTHING", mark, logo)
}

// logoOf returns the logo for an audit's mark, or other if the audit has not stored the file.
func logoOf(ctx context.Context, w *db.WriteTx, mark, other string) (string, error) {
	if !strings.HasPrefix(mark, db.FileMarkStart) {
		return mark, nil
	}
	found, err := db.Collect(ctx, w, db.Column[string], "SELECT content FROM audit_files WHERE mark = ?", mark)
	if err != nil || len(found) == 0 {
		return other, err
	}
	return found[0], nil
}
