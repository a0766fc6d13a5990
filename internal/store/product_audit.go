package store

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/db"
)

// change is a product before and after something was done to it; nil is no product, or a deleted one.
type change struct{ before, after *catalog.Product }

// auditProducts notes changes of products, a line for each, and the categories that were made for them.
func (w *writeTx) auditProducts(ctx context.Context, x *categoryIndex, action string, changes ...change) error {
	if err := w.auditChanges(ctx, entry{Action: action}, changes); err != nil || x == nil {
		return err
	}
	return w.auditMade(ctx, x)
}

// auditChanges notes changes of products, a line like this one for each.
func (w *writeTx) auditChanges(ctx context.Context, line entry, changes []change) error {
	entries := make([]entry, 0, len(changes))
	for _, c := range changes {
		e := line
		e.Object = "products"
		for _, side := range []struct {
			p    *catalog.Product
			kept *any
		}{{c.before, &e.Before}, {c.after, &e.After}} {
			if side.p == nil {
				continue
			}
			p := *side.p
			var err error
			if p.Logo, err = w.storeLogo(ctx, p.Logo); err != nil {
				return err
			}
			e.ObjectID, *side.kept = p.ID, p
		}
		entries = append(entries, e)
	}
	return w.audit(ctx, entries...)
}

// logoMark is what the audit says instead of a logo that is a whole file.
func logoMark(logo string) string {
	if strings.HasPrefix(logo, "data:") {
		return fileMark([]byte(logo))
	}
	return logo
}

// storeLogo gives the logo as the audit says it. A file is stored once, in a table of its own, so that the product can have it back.
func (w *writeTx) storeLogo(ctx context.Context, logo string) (string, error) {
	mark := logoMark(logo)
	if mark == logo {
		return logo, nil
	}
	return mark, w.Exec(ctx, "INSERT INTO audit_files (mark, content) VALUES (?, ?) ON CONFLICT (mark) DO NOTHING", mark, logo)
}

// logoOf is the logo that the audit says so, or the other one where the file was not kept.
func (w *writeTx) logoOf(ctx context.Context, mark, other string) (string, error) {
	if !strings.HasPrefix(mark, fileMarkStart) {
		return mark, nil
	}
	found, err := db.Collect(ctx, w, db.Column[string], "SELECT content FROM audit_files WHERE mark = ?", mark)
	if err != nil || len(found) == 0 {
		return other, err
	}
	return found[0], nil
}

// fileMarkStart is how every mark begins.
const fileMarkStart = "sha256:"

// fileMark stands for a file in the audit, which thereby shows that it changed without storing it again.
func fileMark(file []byte) string {
	return fmt.Sprintf(fileMarkStart+"%x, %d bytes", sha256.Sum256(file), len(file))
}
