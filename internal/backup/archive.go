package backup

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/theme"
)

// Limits and names of an archive.
const (
	format       = 1 // raised when earlier versions of the program can no longer read the archive
	manifestName = "manifest.json"
	maxManifest  = 64 << 20 // bytes: some 300,000 uploads
	maxUpload    = 64 << 20 // bytes of an upload, which is read into memory
)

// Manifest lists the contents of an archive.
type Manifest struct {
	Format  int       `json:"format"`
	Program string    `json:"program"` // version of the program that wrote it
	Engine  string    `json:"engine"`  // of the source: sqlite or postgres
	Step    int64     `json:"step"`    // of the schema
	Made    time.Time `json:"made"`
	Tables  []Table   `json:"tables"`
	Uploads []Upload  `json:"uploads"`
	Missing []string  `json:"missing"` // uploads that the database references and that were missing or damaged, and why custom.css was not readable

	// CustomCSS is the site's own style sheet, empty if it has none. It is nil if it was not readable, or the program was of a
	// version that left it out. As a member of the archive it would make earlier versions refuse the backup before an upgrade.
	CustomCSS []byte `json:"customCss"`
}

// Upload is an uploaded file in an archive.
type Upload struct {
	Name string `json:"name"`
	Size int64  `json:"size"` // bytes
	Hash string `json:"sha256"`
}

func (u Upload) member() string { return "uploads/" + u.Name }

// Archive is an archive that is open for reading.
type Archive struct {
	Name     string // path or s3:// address
	Manifest Manifest

	zip  *zip.Reader
	file io.Closer // nil: there is nothing to close
}

var (
	// errNotABackup means that a file is not a backup, or is damaged.
	errNotABackup = errors.New("it is no backup of this program, or it is damaged or incomplete")
	// errUnreachable means that a backup could not be read, which says nothing about its content.
	errUnreachable = errors.New("it could not be read")
)

// damaged says that a file is not a backup, unless it could not be read.
func damaged(err error) error {
	if errors.Is(err, errUnreachable) {
		return err
	}
	return fmt.Errorf("%w: %w", errNotABackup, err)
}

// Open opens an archive and reads its manifest. It refuses an archive of a later version; Verify checks the rest.
func Open(path string, keys Keys) (*Archive, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	a, err := newArchive(path, file, info.Size(), keys)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	a.file = file
	return a, nil
}

// newArchive reads the manifest of an archive of this size in bytes.
func newArchive(name string, file io.ReaderAt, size int64, keys Keys) (a *Archive, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("read %s: %w", name, err)
		}
	}()
	content, size, err := keys.decrypt(file, size)
	if err != nil {
		return nil, err
	}
	members, err := zip.NewReader(content, size)
	if err != nil {
		return nil, damaged(err)
	}
	a = &Archive{Name: name, zip: members}
	return a, a.readManifest()
}

// Close closes the archive's file.
func (a *Archive) Close() error {
	if a.file == nil {
		return nil
	}
	return a.file.Close()
}

func (a *Archive) readManifest() error {
	text, err := a.readMember(manifestName, maxManifest)
	if err != nil {
		return damaged(err)
	}
	if err := json.Unmarshal(text, &a.Manifest); err != nil {
		return damaged(err)
	}
	return a.refuseLater()
}

// refuseLater refuses an archive of a version of the program that is later or too old; the error names it.
func (a *Archive) refuseLater() error {
	m := a.Manifest
	last, err := db.LastStep()
	switch {
	case err != nil:
		return err
	case m.Format > format:
		return fmt.Errorf("the backup was written by a later version of this program, %s (format %d, known here: %d)", m.Program, m.Format, format)
	case m.Step > last:
		return fmt.Errorf("the backup was written by a later version of this program, %s (step %d, known here: %d)", m.Program, m.Step, last)
	case m.Step > 0 && m.Step < db.FirstStep:
		return fmt.Errorf("the backup was written by a version of this program that is too old (step %d; the oldest that can be restored is step %d)", m.Step, db.FirstStep)
	case m.Format < 1 || m.Step < 1:
		return errNotABackup
	}
	return nil
}

// readMember reads a member of at most the given number of bytes.
func (a *Archive) readMember(name string, most int64) ([]byte, error) {
	member, err := a.zip.Open(name)
	if err != nil {
		return nil, err
	}
	defer member.Close()
	data, err := io.ReadAll(io.LimitReader(member, most+1))
	if err == nil && int64(len(data)) > most {
		err = fmt.Errorf("%s has more than %d bytes", name, most)
	}
	return data, err
}

// Verify reads the whole archive and checks its hashes and counts. It refuses missing and additional members.
func (a *Archive) Verify(ctx context.Context, progress Progress) error {
	m := a.Manifest
	if got, want := len(a.zip.File), 1+len(m.Tables)+len(m.Uploads); got != want {
		return fmt.Errorf("%w: it has %d members and not %d", errNotABackup, got, want)
	}
	if len(m.CustomCSS) > theme.MaxCustomCSS {
		return fmt.Errorf("%w: its custom.css is larger than %d KB", errNotABackup, theme.MaxCustomCSS>>10)
	}
	done, all := 0, len(m.Tables)+len(m.Uploads)
	for _, table := range m.Tables {
		lines, err := a.sum(table.member(), table.Hash)
		if err != nil {
			return err
		}
		if lines.count != table.Rows {
			return fmt.Errorf("%w: %s has %d rows and not %d", errNotABackup, table.member(), lines.count, table.Rows)
		}
		done++
		progress.report("Checking", done, all)
	}
	for _, upload := range m.Uploads {
		if !isPlain(upload.Name) {
			return fmt.Errorf("%w: %q is no name of an upload", errNotABackup, upload.Name)
		}
		if _, err := a.sum(upload.member(), upload.Hash); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		done++
		progress.report("Checking", done, all)
	}
	return nil
}

// isPlain reports whether a name is the name of a file in one folder, and not of a hidden one.
func isPlain(name string) bool {
	return fs.ValidPath(name) && !strings.ContainsAny(name, `/\`) && !strings.HasPrefix(name, ".")
}

// sum reads a member and checks its hash.
func (a *Archive) sum(name, hash string) (*hashWriter, error) {
	member, err := a.zip.Open(name)
	if err != nil {
		return nil, damaged(err)
	}
	defer member.Close()
	s := newHashWriter(io.Discard)
	if _, err := io.Copy(s, member); err != nil {
		return nil, damaged(fmt.Errorf("%s: %w", name, err))
	}
	if s.sum() != hash {
		return nil, fmt.Errorf("%w: %s is not what was written, by its SHA-256", errNotABackup, name)
	}
	return s, nil
}

// each calls use with each row of a table, in order.
func (a *Archive) each(t Table, use func(values []any) error) error {
	member, err := a.zip.Open(t.member())
	if err != nil {
		return err
	}
	defer member.Close()
	lines := bufio.NewScanner(member)
	lines.Buffer(make([]byte, 0, 64<<10), maxRow)
	for number := 1; lines.Scan(); number++ {
		values, err := readRow(lines.Bytes())
		if err != nil {
			return fmt.Errorf("%s, line %d: %w", t.member(), number, err)
		}
		if err := use(values); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w", t.member(), err)
	}
	return nil
}

// hashWriter counts and hashes what is written through it.
type hashWriter struct {
	to    io.Writer
	hash  hash.Hash
	size  int64
	count int64 // of lines
}

func newHashWriter(to io.Writer) *hashWriter { return &hashWriter{to: to, hash: sha256.New()} }

// Write passes the bytes to the underlying writer.
func (s *hashWriter) Write(p []byte) (int, error) {
	n, err := s.to.Write(p)
	s.hash.Write(p[:n])
	s.size += int64(n)
	s.count += int64(bytes.Count(p[:n], []byte{'\n'}))
	return n, err
}

func (s *hashWriter) sum() string { return hex.EncodeToString(s.hash.Sum(nil)) }
