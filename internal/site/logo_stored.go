package site

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/field"
)

// CheckStored checks a complete logo from another site: its file must match its type and size, and storing it must not
// change anything. The fault says what is wrong.
func (l Logo) CheckStored() error {
	var c field.Checker
	name, fileName := c.Line("name", l.Name, maxLogoName, "Name is required"), c.Line("fileName", l.FileName, maxFileName, "")
	if err := c.Fault(); err != nil {
		return err
	}
	head, text, found := strings.Cut(l.FileData, ";base64,")
	file, err := base64.StdEncoding.DecodeString(text)
	switch {
	case !field.OneOf(l.Type, MainLogo, CompactLogo, Favicon), name != l.Name, fileName != l.FileName:
		return fault.New(fault.Invalid, "It isn't in the form this site stores.")
	case !found, err != nil, len(file) > MaxLogoFile, head != "data:"+l.MimeType, int64(len(file)) != l.FileSize, !isStorable(l.MimeType, file):
		return fault.New(fault.Invalid, "Its file isn't a logo this site could store.")
	}
	return nil
}

// isStorable reports whether a file has a type in which logos are stored. A drawing must have nothing to remove.
func isStorable(mimeType string, file []byte) bool {
	switch mimeType {
	case "image/svg+xml":
		clean, err := cleanDrawing(file, storedDrawing)
		return err == nil && bytes.Equal(clean, file)
	case "image/png", "image/jpeg", "image/gif", "image/webp":
		return http.DetectContentType(file) == mimeType
	}
	return false
}
