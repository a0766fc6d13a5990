// Package archive has the content of a site as a file, compares it with what is here, and puts it in its place: all of it, or nothing.
//
// # To change
//
//   - what is in it: the Archive of each kind, internal/records; how it is replaced: content.go, decision 12;
//     go test ./internal/store -run Content
//   - the file: file.go; the ZIP file of an export with its images: archive.go; what a copy does, in which order: copier.go
package archive

import (
	"context"
	"errors"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// Content is the content of a site, read in one transaction: what a sync copies and an export contains. What it leaves out, and
// why, is a list in docs/development-site.md.
type Content struct {
	records.Content

	// Set by reading: the version of the program that wrote the content (empty: unknown), the name of its file (empty: none),
	// and the kinds of rows and the fields ("products.price") that a later version wrote and this one does not know.
	Program string
	File    string
	LeftOut []string

	lacking map[string]bool // kinds of rows that the program that wrote the content did not have
}

// KindNames returns the names of all kinds of rows that a sync counts. The images come last, because they are fetched separately.
func KindNames(kinds records.Kinds) []string {
	var names []string
	for _, k := range kinds.Archived() {
		names = append(names, k.Table)
	}
	return append(names, "images")
}

// firstKinds are the kinds of rows of programs that do not list theirs.
var firstKinds = []string{"categories", "products", "product_slugs", "collections", "legal_pages", "social_media_links", "logo_settings"}

// lacks notes which kinds of rows are not among those of the program that wrote the content.
func (c *Content) lacks(written []string) {
	if written == nil {
		written = firstKinds
	}
	c.lacking = map[string]bool{}
	for _, k := range c.Kinds {
		c.lacking[k.Table] = !slices.Contains(written, k.Table)
	}
}

// Products returns the products.
func (c *Content) Products() []catalog.Product {
	return records.List[catalog.Product](&c.Content, "products")
}

// Over returns the content as it replaces another: of the kinds that the program that wrote it did not have, the rows of
// have stay, except those about tools that are replaced or go.
func (c *Content) Over(have *Content) *Content {
	over := *c
	stays := c.ProductIDs()
	replaced := catalog.Replaced(&c.Content, have.Products(), records.List[catalog.OldSlug](&have.Content, "product_slugs"))
	for id := range replaced {
		delete(stays, id)
	}
	over.Content = c.Keeping(&have.Content, c.lacking, stays)
	return &over
}

// errNoKinds is a mistake of ours: content without kinds would delete all of a site.
var errNoKinds = errors.New("the content has no kinds")

// Content reads all content of the site in one transaction.
func (s *Queries) Content(ctx context.Context) (*Content, error) {
	if len(s.Kinds) == 0 {
		return nil, errNoKinds
	}
	var found Content
	err := s.Read(ctx, "read the content", func(ctx context.Context, tx db.Tx) (err error) {
		if err := tx.LongTimeout(ctx); err != nil {
			return err
		}
		found.Content, err = s.Kinds.Content(ctx, tx)
		return err
	})
	return &found, err
}

// ReplaceContent replaces the site's content with want, which has passed its Check, in one transaction: all or nothing.
// Before the commit it reads the content back and compares it with want. It returns the difference that it wrote; with
// no difference it writes nothing. Products that want lacks go to the trash. What belongs to a product whose id has another
// tool in want goes with it: picks, verdicts, favorites, counts.
func (s *Queries) ReplaceContent(ctx context.Context, by, action string, want *Content, progress func(done, total int)) (Difference, error) {
	var done Difference
	err := s.Write(ctx, db.WriteOptions{By: by, Doing: action + " content", Long: true, LongLockWait: true}, func(ctx context.Context, w *db.WriteTx) error {
		found, err := s.Kinds.Content(ctx, w.Tx)
		if err != nil {
			return err
		}
		have := &Content{Content: found}
		want := want.Over(have)
		if done = Compare(have, want); done.Empty() {
			return db.ErrNoChange
		}
		r := records.Replacing{WriteTx: w, Have: &have.Content, Want: &want.Content, Progress: progress}
		if err := r.All(ctx); err != nil {
			return err
		}
		if err := w.TouchSettings(ctx); err != nil {
			return err
		}
		if err := w.Audit(ctx, db.Entry{Action: action, Object: "content", After: replacedSummary(done, want)}); err != nil {
			return err
		}
		return s.verify(ctx, w.Tx, want)
	})
	if err != nil {
		return Difference{}, err
	}
	return done, nil
}

// replacedSummary is the audit's record of a replacement: the counts of each kind of rows, and the name of the file.
func replacedSummary(done Difference, want *Content) any {
	summary := map[string]any{}
	for kind, count := range done.Counts() {
		summary[kind] = count
	}
	if want.File != "" {
		summary["file"] = want.File
	}
	return summary
}

// verify reads the content back and fails if it differs from want.
func (s *Queries) verify(ctx context.Context, tx db.Tx, want *Content) error {
	written, err := s.Kinds.Content(ctx, tx)
	if err != nil {
		return err
	}
	if left := Compare(&Content{Content: written}, want); !left.Empty() {
		return errors.New("what was written is not what was to be written: " + left.String())
	}
	return nil
}

// Queries read and replace the content of a site.
type Queries struct {
	*db.DB
	Kinds records.Kinds // what the content is made of
}
