package backup

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/vitrine-directory/vitrine/internal/durable"
	"github.com/vitrine-directory/vitrine/internal/theme"
)

// customCSS adds the site's own style sheet. One that cannot be read is listed as missing, and does not prevent a backup.
func (w *archiveWriter) customCSS(path string) {
	text, err := theme.ReadCustomCSS(path)
	if err != nil {
		w.manifest.Missing = append(w.manifest.Missing, err.Error())
		return
	}
	w.manifest.CustomCSS = append([]byte{}, text...) // not nil
}

// putCustomCSS gives the data folder the style sheet of the archive, or none if the site had none. It renames another one
// that is there, and returns its new path. An archive that says nothing about it changes nothing.
func (a *Archive) putCustomCSS(data string) (old string, err error) {
	text, path := a.Manifest.CustomCSS, theme.CustomCSSPath(data)
	present, unreadable := theme.ReadCustomCSS(path)
	if text == nil || (unreadable == nil && bytes.Equal(present, text)) {
		return "", nil
	}
	half := filepath.Join(data, unfinished+filepath.Base(path))
	if len(text) > 0 {
		if err := os.MkdirAll(data, 0o700); err != nil {
			return "", err
		}
		if err := writeFile(half, text); err != nil {
			return "", err
		}
	}
	if unreadable != nil || len(present) > 0 {
		old = filepath.Join(data, "custom-before-restore-"+time.Now().UTC().Format(stampFormat)+".css")
		if err := os.Rename(path, old); err != nil {
			return "", err
		}
	}
	if len(text) > 0 {
		if err := os.Rename(half, path); err != nil {
			return old, err
		}
	}
	return old, durable.Folder(os.Open(data))
}

// writeFile writes a file that survives a power cut.
func writeFile(path string, content []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Sync(), file.Close())
}
