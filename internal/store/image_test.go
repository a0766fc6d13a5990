package store_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/store"
)

// upload saves the row of an image that is called by one letter, and gives its file name.
func upload(t *testing.T, s *store.Store, letter string) string {
	t.Helper()
	name := fileCalled(letter)
	noError(t, errOf(s.SaveImage(t.Context(), "w", media.Image{FileName: name, OriginalName: letter + ".png", MimeType: "image/jpeg", Size: 3})))
	return name
}

func withLogo(name, logo string) catalog.Draft {
	d := draft(name)
	d.Logo = logo
	return d
}

func fileCalled(letter string) string { return strings.Repeat(letter, 64) + ".jpg" }

func uploadMany(t *testing.T, s *store.Store, count int) {
	t.Helper()
	for i := range count {
		noError(t, errOf(s.SaveImage(t.Context(), "w", media.Image{FileName: fmt.Sprintf("%064x.jpg", i), MimeType: "image/jpeg"})))
	}
}

// everything is later than every upload.
var everything = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)

// removeOrphans removes what was uploaded before this time and gives the letters of the files.
func removeOrphans(t *testing.T, s *store.Store, before time.Time) string {
	t.Helper()
	var removed []string
	count, err := s.RemoveOrphans(t.Context(), "clock", before, func(_ context.Context, name string) error {
		removed = append(removed, name[:1])
		return nil
	})
	noError(t, err)
	same(t, "count of those removed", count, len(removed))
	slices.Sort(removed)
	return strings.Join(removed, "")
}

func TestOrphans(t *testing.T) {
	eachWorld(t, worldTests{
		"are images that nothing names: those of a deleted product when it is purged": func(t *testing.T, s *store.Store, w *world) {
			logo, screenshot, trashed, replaced, legal := upload(t, s, "a"), upload(t, s, "b"), upload(t, s, "c"), upload(t, s, "d"), upload(t, s, "e")
			orphan := upload(t, s, "f")
			d := withLogo("One", media.Path+replaced)
			p := create(t, s, d)
			d.Logo, d.Images = media.Path+logo, []string{"https://example.com/x.png", media.Path + screenshot}
			noError(t, errOf(s.UpdateProduct(t.Context(), "w", p.ID, p.Version, d)))
			remove(t, s, create(t, s, withLogo("Two", media.Path+trashed)).ID)
			noError(t, errOf(s.SaveLegalPage(t.Context(), "w", site.LegalPage{Type: site.PrivacyPolicy, Content: "![](" + media.Path + legal + ")"})))
			drafted, scheduled, sent := "![]("+media.Path+upload(t, s, "g")+")", "![]("+media.Path+upload(t, s, "h")+")", media.Path+upload(t, s, "i")
			content := site.IssueContent{Sections: []site.IssueSection{{Kind: site.Deals, Products: []site.IssueProduct{{Image: sent}}}}}
			noError(t, errOf(news(s).Subscribe(t.Context(), newsletter.NewSubscriber{Email: "a", Key: "a", Choices: newsletter.Choices{Cadence: newsletter.Weekly}})),
				errOf(news(s).AddIssue(t.Context(), "w", newsletter.NewIssue{Cadence: newsletter.Weekly, Content: &content})),
				errOf(news(s).AddIssue(t.Context(), "w", newsletter.NewIssue{Cadence: newsletter.Monthly, DraftInput: newsletter.DraftInput{Intro: scheduled}, ScheduledAt: w.now.Add(time.Hour)})),
				news(s).SaveDraft(t.Context(), "w", newsletter.Weekly, newsletter.DraftInput{Intro: drafted}))
			same(t, "removed", removeOrphans(t, s, everything), "f")
			wantFault(t, errOf(s.Image(t.Context(), orphan)), fault.NotFound)
			last := lastLine(t, s)
			same(t, "the end of the audit", []any{last.said(), last.Before != nil}, []any{"clock delete images " + last.ObjectID, true})
			same(t, "then removed", removeOrphans(t, s, everything), "")
			w.now = w.now.Add(catalog.TrashRetention)
			noError(t, errOf(s.PurgeTrash(t.Context(), "clock")))
			same(t, "removed after the purge", removeOrphans(t, s, everything), "c")
		},
		"are no young images, and uploading one again makes it young": func(t *testing.T, s *store.Store, w *world) {
			upload(t, s, "a")
			upload(t, s, "b")
			w.now = w.now.Add(24 * time.Hour)
			upload(t, s, "b")
			upload(t, s, "c")
			same(t, "removed", removeOrphans(t, s, w.now.Add(-time.Hour)), "a")
		},
		"keep their row if the file cannot be removed": func(t *testing.T, s *store.Store, _ *world) {
			upload(t, s, "a")
			full := errors.New("no")
			count, err := s.RemoveOrphans(t.Context(), "clock", everything, func(ctx context.Context, _ string) error {
				if until, bounded := ctx.Deadline(); !bounded || time.Until(until) > 3*time.Second {
					t.Errorf("other writers may have to wait until %v", until)
				}
				return full
			})
			if count != 0 || !errors.Is(err, full) {
				t.Errorf("removed %d, %v", count, err)
			}
			same(t, "then removed", removeOrphans(t, s, everything), "a")
		},
		"are removed in several transactions if there are many": func(t *testing.T, s *store.Store, _ *world) {
			uploadMany(t, s, 45)
			before := readAll(t, s).Version
			same(t, "removed", len(removeOrphans(t, s, everything)), 45)
			same(t, "transactions", readAll(t, s).Version-before, int64(3))
		},
		"make a product wait that is to name one, and it is found gone or found to be named": func(t *testing.T, s *store.Store, _ *world) {
			upload(t, s, "a")
			uploadMany(t, s, 20) // a batch: what comes behind it is looked at again
			last := upload(t, s, "b")
			named := make(chan error, 1)
			s.AfterCommit(func(context.Context) { // the first batch has gone: now somebody names what is to go next
				s.AfterCommit(func(context.Context) {})
				named <- errOf(s.CreateProduct(context.Background(), "w", withLogo("One", media.Path+last)))
			})
			count, err := s.RemoveOrphans(t.Context(), "clock", everything, func(_ context.Context, name string) error {
				if name == last {
					t.Error("it was removed")
				}
				return nil
			})
			noError(t, err, <-named)
			same(t, "removed", count, 21)
		},
		"do not let one go that is uploaded again meanwhile": func(t *testing.T, s *store.Store, _ *world) {
			name := upload(t, s, "a")
			var saved chan error
			_, err := s.RemoveOrphans(t.Context(), "clock", everything, func(context.Context, string) error {
				saved = make(chan error, 1)
				go func() {
					saved <- errOf(s.SaveImage(context.Background(), "w", media.Image{FileName: name, MimeType: "image/jpeg"}))
				}()
				select {
				case err := <-saved:
					t.Errorf("the upload did not wait: %v", err)
				case <-time.After(100 * time.Millisecond):
				}
				return nil
			})
			noError(t, err, <-saved)
			noError(t, errOf(s.Image(t.Context(), name)))
		},
	})
}

func TestImages(t *testing.T) {
	eachWorld(t, worldTests{
		"are stored once, and each upload is audited": func(t *testing.T, s *store.Store, w *world) {
			wantFault(t, errOf(s.Image(t.Context(), "a.jpg")), fault.NotFound)
			picture := media.Image{FileName: "a.jpg", OriginalName: "my cat.png", ProductName: "Cats", MimeType: "image/jpeg", Size: 3}
			saved := must(s.SaveImage(t.Context(), "w", picture))(t)
			w.now = w.now.Add(time.Hour)
			picture.OriginalName = "other.png"
			again := must(s.SaveImage(t.Context(), "w", picture))(t)
			want := media.Image{ID: saved.ID, FileName: "a.jpg", OriginalName: "my cat.png", MimeType: "image/jpeg", Size: 3, UploadedAt: w.now}
			same(t, "the same picture", again, want)
			same(t, "image", must(s.Image(t.Context(), "a.jpg"))(t), want)
			same(t, "actions before the file is stored", actions(t, s), []string(nil))
			saved.ProductName = "Cats"
			noError(t, s.RecordUpload(t.Context(), "w", saved), s.RecordUpload(t.Context(), "w", again))
			same(t, "actions", actions(t, s), []string{"upload images", "upload images"})
			wantText(t, *auditLines(t, s)[0].After, `"productName":"Cats"`)
			same(t, "version", readAll(t, s).Version, int64(0))
		},
		"must be there when a product is to name them": func(t *testing.T, s *store.Store, _ *world) {
			there, missing, other := media.Path+upload(t, s, "a"), media.Path+strings.Repeat("b", 64)+".jpg", media.Path+strings.Repeat("c", 64)+".jpg"
			with := func(logo string, images ...string) catalog.Draft {
				d := withLogo("One", logo)
				d.Images = images
				return d
			}
			importAll(t, s, []catalog.ImportRow{{Line: 1, Draft: with(missing), Sets: catalog.FieldsNamed("logo")}}) // its image may come later
			imported := readAll(t, s).Products[0].ID
			save := func(d catalog.Draft) error { return errOf(s.CreateProduct(t.Context(), "w", d)) }
			update := func(d catalog.Draft) error { return errOf(s.UpdateProduct(t.Context(), "w", imported, 0, d)) }
			noError(t, save(with(there, there)))
			check := unchanged(t, s)
			wantInvalid(t, save(with(missing)), "logo")
			wantInvalid(t, save(with(there, there, missing)), "images")
			wantInvalid(t, update(with(other)), "logo")
			check()
			noError(t, update(with(missing))) // which came with the import
		},
	})
}
