package theme

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// MaxCustomCSS is the maximum size of the administrator's own style sheet, in bytes.
const MaxCustomCSS = 100 << 10

// CustomCSSPath returns the path of the administrator's own style sheet in a data folder.
func CustomCSSPath(data string) string { return filepath.Join(data, "custom.css") }

// ReadCustomCSS reads the administrator's own style sheet. One that does not exist is empty.
func ReadCustomCSS(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a file", path)
	}
	if err != nil {
		return nil, fmt.Errorf("open the style sheet: %w", err)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open the style sheet: %w", err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, MaxCustomCSS+1))
	if err != nil {
		return nil, fmt.Errorf("read the style sheet: %w", err)
	}
	if len(text) > MaxCustomCSS {
		return nil, fmt.Errorf("%s is larger than %d KB", path, MaxCustomCSS>>10)
	}
	return text, nil
}
