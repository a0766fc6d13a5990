package backup_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/backup"
	"github.com/vitrine-directory/vitrine/internal/buckettest"
)

func keys(t *testing.T, recipients []string, identityFile string) backup.Keys {
	t.Helper()
	return must(backup.NewKeys(recipients, identityFile))(t)
}

// An encrypted backup in a folder is verified, found and restored like others.
func TestFolderEncrypted(t *testing.T) {
	t.Parallel()
	recipient, identity := buckettest.KeyPair(t)
	f := folder(t, 1)
	write(t, f, backup.Asked)
	f.Site.Keys = keys(t, []string{recipient}, "")
	w := write(t, f, backup.Asked)
	same(t, "what is in the folder", names(t, f.Path), []string{filepath.Base(w.Path)})
	if newest, err := f.Newest(); err != nil || newest.Path != w.Path || !w.ChecksumOnly || !strings.HasSuffix(w.Path, ".zip.age") {
		t.Errorf("wrote %+v; the newest is %+v, %v", w, newest, err)
	}
	wantError(t, errOf(tryRestore(t, w.Path, place(t, "sqlite"), disk(t))), "it is encrypted: name the file")
	archive := must(backup.Open(w.Path, keys(t, nil, identity)))(t)
	defer archive.Close()
	noError(t, errOf(backup.Restore(t.Context(), archive, place(t, "sqlite"), disk(t), nil)))
}

// Wrong keys are named by their setting, and never repeated.
func TestKeysWrong(t *testing.T) {
	t.Parallel()
	recipient, identity := buckettest.KeyPair(t)
	_, otherIdentity := buckettest.KeyPair(t)
	secret := must(os.ReadFile(identity))(t)
	_, private, _ := strings.Cut(strings.TrimSpace(string(secret)), "\n")
	for name, test := range map[string]struct {
		recipients []string
		identity   string
		want       string
	}{
		"no key":            {[]string{recipient, "someone"}, "", "--backup-recipient has no public key of age at position 2"},
		"empty":             {[]string{""}, "", "at position 1"},
		"two in one":        {[]string{recipient + "\n" + recipient}, "", "at position 1"},
		"the private one":   {[]string{private}, "", "at position 1"},
		"no file":           {nil, filepath.Join(t.TempDir(), "none"), "--backup-identity: "},
		"no identity in it": {nil, "testing_test.go", "is no identity file of age"},
		"of another":        {[]string{recipient}, otherIdentity, "--backup-identity belongs to no --backup-recipient"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := backup.NewKeys(test.recipients, test.identity)
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), private) || strings.Contains(err.Error(), "someone") {
				t.Errorf("it says %v, want %q", err, test.want)
			}
		})
	}
}
