package durable_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/durable"
)

func TestFolder(t *testing.T) {
	if err := durable.Folder(os.Open(t.TempDir())); err != nil {
		t.Error(err)
	}
	if err := durable.Folder(os.Open(filepath.Join(t.TempDir(), "missing"))); err == nil {
		t.Error("a missing folder is no error")
	}
}

// fileSyncs are the calls of Sync, by the path of their source. All but this package's are about files: on Windows a folder
// cannot be synced.
var fileSyncs = map[string]int{
	"cmd/vitrine/export.go":            1,
	"internal/backup/custom_css.go":    1,
	"internal/backup/folder.go":        1,
	"internal/db/replace_sqlite.go":    1,
	"internal/durable/folder_other.go": 1,
	"internal/media/disk.go":           1,
	"internal/money/journal.go":        1,
	"internal/twofactor/key.go":        1,
}

// Folders are synced here and nowhere else.
func TestOneHome(t *testing.T) {
	found := map[string]int{}
	for _, top := range []string{"cmd", "internal"} {
		err := filepath.WalkDir(filepath.Join("..", "..", top), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			if count := strings.Count(string(text), ".Sync()"); count > 0 {
				found[strings.TrimPrefix(filepath.ToSlash(path), "../../")] = count
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	maps.DeleteFunc(fileSyncs, func(path string, _ int) bool { // of a feature that was taken out
		_, err := os.Stat(filepath.Join("..", "..", filepath.Dir(path)))
		return err != nil
	})
	if !maps.Equal(found, fileSyncs) {
		t.Errorf("got %v, want %v: for a folder use durable.Folder; a new call about a file belongs in the list", found, fileSyncs)
	}
}
