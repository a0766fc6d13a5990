package drill

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/media"
	"vitrine/internal/mirror"
	"vitrine/internal/store"
	"vitrine/internal/storetest"
)

// whole is all that a site shows, with its images.
type whole struct {
	content *mirror.Content
	images  map[string][]byte
}

// imageSize is how many bytes a drill's image has: about as many as a logo.
const imageSize = 20_000

// called makes something to show of so many products, all of which are called by a word; the first ones have logos.
func called(word string, products, logos int) whole {
	at := time.UnixMicro(1_700_000_000_000_000).UTC()
	groups := make([]mirror.Category, 20)
	for i := range groups {
		groups[i] = mirror.Category{Category: catalog.Category{ID: int64(i + 1), Name: fmt.Sprint(word, " ", i), Slug: fmt.Sprint(word, "-group-", i)}, OldNames: []string{}, OldSlugs: []string{}}
	}
	w := whole{&mirror.Content{Categories: groups}, map[string][]byte{}}
	random := rand.NewChaCha8([32]byte([]byte(fmt.Sprintf("%-32.32s", word))))
	for i := range products {
		p := tool(fmt.Sprint(word, " ", i))
		p.ID, p.Slug, p.CreatedAt, p.UpdatedAt, p.Categories = int64(i+1), fmt.Sprint(word, "-", i), at, at, []string{groups[i%20].Name}
		p.Description = strings.TrimSpace(strings.Repeat(p.Description+" ", 5))
		if i < logos {
			img := append([]byte("\xff\xd8\xff"), make([]byte, imageSize)...)
			_, _ = random.Read(img[3:]) // which never fails
			p.Logo = media.Path + media.NameOf(img)
			w.images[media.NameOf(img)] = img
		}
		w.content.Products = append(w.content.Products, p)
	}
	return w
}

// Open opens an image.
func (w whole) Open(_ context.Context, name string) (io.ReadSeekCloser, error) {
	img, found := w.images[name]
	if !found {
		return nil, fs.ErrNotExist
	}
	return struct {
		io.ReadSeeker
		io.Closer
	}{bytes.NewReader(img), io.NopCloser(nil)}, nil
}

// export is the file that an export of this is.
func (w whole) export(t testing.TB) []byte {
	t.Helper()
	var file bytes.Buffer
	if missing, err := mirror.Export(t.Context(), &file, "", w.content, w, func(int, int) {}); err != nil || len(missing) > 0 {
		t.Fatal(missing, err)
	}
	return file.Bytes()
}

// show has a site show this: by the program's own import.
func (s *site) show(w whole) {
	s.t.Helper()
	s.do("", "import", s.write(everything, w.export(s.t)))
}

// write writes a file outside the site, and gives its path.
func (s *site) write(name string, text []byte) string {
	s.t.Helper()
	path := filepath.Join(s.t.TempDir(), name)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		s.t.Fatal(err)
	}
	return path
}

// everything is the form of an export with everything, tools that of the catalogue alone.
const everything, tools = "all.zip", "tools.csv"

// shown is what a site shows, in bytes that are the same for the same: an export of this form.
func (s *site) shown(form string) []byte {
	s.t.Helper()
	path := filepath.Join(s.t.TempDir(), form)
	s.do("", "export", path)
	file, err := os.ReadFile(path)
	if err != nil {
		s.t.Fatal(err)
	}
	return withoutProgram(file)
}

// withoutProgram is an export without the version of the program that wrote it, which is the comment at the end of the zip
// file: the record that ends the file has its length in its last two bytes.
func withoutProgram(export []byte) []byte {
	end := bytes.LastIndex(export, []byte("PK\x05\x06"))
	if end < 0 || len(export) < end+22 {
		return export
	}
	return append(bytes.Clone(export[:end+20]), 0, 0)
}

// isAfter reports whether a site shows the state after, and not the one before. To show anything else fails the drill.
func (s *site) isAfter(form string, before, after []byte) bool {
	s.t.Helper()
	now := s.shown(form)
	if !bytes.Equal(now, before) && !bytes.Equal(now, after) {
		s.t.Fatal("the site shows neither the state before nor the state after")
	}
	return bytes.Equal(now, after)
}

// outcomes counts how rounds have ended.
type outcomes struct{ rounds, cut, after int }

// print prints them.
func (o *outcomes) print(t testing.TB, of string) {
	t.Helper()
	figure(t, of, fmt.Sprintf("%d rounds, %d cut off; %d before, %d after", o.rounds, o.cut, o.rounds-o.after, o.after), "nothing between")
}

func (o *outcomes) note(cut, after bool) {
	o.rounds++
	if cut {
		o.cut++
	}
	if after {
		o.after++
	}
}

// copied are the tables that a sync or an import may write: content, what it is noted in, and what belongs to uploads.
var copied = []string{"products", "product_categories", "categories", "category_names", "category_slugs", "social_media_links", "logo_settings",
	"legal_pages", "images", "audit", "audit_files", "catalog_version", "sync_runs"}

// kept are rows of the tables that no sync may touch, for both engines.
const kept = `
INSERT INTO users (email, email_key, name, password_hash, is_admin, created_at, updated_at) VALUES ('Ann@example.com', 'ann@example.com', 'Ann <b>', '$argon2id$x', TRUE, 1, 2);
INSERT INTO sessions VALUES ('ff', 1, 0, 1, 2, 3), ('00', 1, 0, 1, 2, 3);
INSERT INTO tokens (hash, user_id, name, scope, session_epoch, created_at) VALUES ('aa', 1, 'nightly', 'read', 0, 1);
INSERT INTO rate_limits VALUES ('ann@example.com', '[1]', 1);
INSERT INTO leases VALUES ('trash', 'r', 1, 2, 3, TRUE);
INSERT INTO visits VALUES (20000, 1, 9223372036854775807, 0), (19999, 77, 1, 1);
INSERT INTO product_submissions (product_name, website, website_hash, description, category, type, secret, created_at, product_id, status) VALUES ('S', 'https://s.example', 'h', 'd', 'c', 'Free', 's', 1, 1, 'approved');
INSERT INTO webhook_deliveries VALUES ('d', 1);
INSERT INTO webhook_notices VALUES (1, 2, 3, 4, 5, 6, 7);
INSERT INTO emails (submission_id, recipient, subject, body, created_at) VALUES (1, 'ann@example.com', 's', 'b', 1);`

// base is a backup of a site that shows something and keeps what no sync may touch.
func base(t *testing.T, w whole) string {
	t.Helper()
	s := newSite(t, store.Options{})
	s.show(w)
	storetest.Exec(t, s.place, kept)
	path := filepath.Join(t.TempDir(), "base.zip")
	s.do("", "backup", "--to", path)
	return path
}

// private is what a site keeps that no sync may touch, row by row.
func (s *site) private() string {
	s.t.Helper()
	return storetest.Contents(s.t, s.place, copied...)
}

// command is a command of the program on the site's place.
func (s *site) command(words ...string) *exec.Cmd {
	command := exec.CommandContext(s.t.Context(), program, words...)
	command.Env = s.environment()
	return command
}

// cutOff starts a command and kills it with kill -9 after a random part of the time that it usually takes. It tells
// whether the command was still running.
func (s *site) cutOff(usual time.Duration, words ...string) bool {
	s.t.Helper()
	command := s.command(words...)
	if err := command.Start(); err != nil {
		s.t.Fatal(err)
	}
	time.Sleep(rand.N(usual * 11 / 10))
	_ = command.Process.Kill() // it may be done already
	err := command.Wait()
	var ended *exec.ExitError
	if errors.As(err, &ended) && ended.Exited() {
		s.t.Logf("vitrine %s failed by itself: %v", words[0], err)
	}
	return command.ProcessState.ExitCode() == -1
}

// timed does something and gives the time that it took.
func timed(do func()) time.Duration {
	began := time.Now()
	do()
	return time.Since(began)
}

// worksAfter waits until something works, and gives the time that this took.
func worksAfter(t testing.TB, what string, try func() error) time.Duration {
	t.Helper()
	return timed(func() {
		eventually(t, what+" works", func() bool { return try() == nil })
	})
}
