package deploy

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/config"
)

// Every setting that a file for operators names is one of serve's.
func TestSettings(t *testing.T) {
	parser, err := config.Parser(&config.CommandLine{})
	noError(t, err)
	known := []string{"VITRINE_DOMAIN", "VITRINE_COPIES"} // of the Caddyfile
	for _, flag := range parser.Model.Node.Children[0].Flags {
		known = append(known, flag.Envs...)
	}
	files := []string{"../Dockerfile", "../compose.yaml"}
	noError(t, filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && filepath.Ext(path) != ".go" {
			files = append(files, path)
		}
		return err
	}))
	for _, file := range files {
		text, err := os.ReadFile(file)
		noError(t, err)
		for _, name := range regexp.MustCompile(`\bVITRINE_[A-Z0-9_]*[A-Z0-9]`).FindAllString(string(text), -1) {
			if !slices.Contains(known, name) {
				t.Errorf("%s: %s is no setting", file, name)
			}
		}
	}
}
