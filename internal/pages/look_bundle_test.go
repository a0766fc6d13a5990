//go:build bundle

package pages

import (
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/web"
)

// The built front end's fonts are those that a theme can leave out.
func TestThemeFontFiles(t *testing.T) {
	f, err := readFrame(web.Client(), publicBuild)
	storetest.NoError(t, err)
	if len(f.Fonts) != len(fontFiles) {
		t.Errorf("the build has the fonts %v", f.Fonts)
	}
	for font, start := range fontFiles {
		if !slices.ContainsFunc(f.Fonts, func(file string) bool { return strings.HasPrefix(file, start) }) {
			t.Errorf("%s is in none of the files %v", font, f.Fonts)
		}
	}
}
