package pages

import (
	"net/http"

	"github.com/vitrine-directory/vitrine/internal/encoding"
)

// content is a page or a file, which is compressed once for each requested encoding.
type content = encoding.Content

type line = encoding.Line

func header(name, value string) line { return encoding.Header(name, value) }

// newContent returns a content. lines are its header lines that do not depend on the encoding.
func newContent(p *encoding.Packer, how encoding.Effort, status int, body []byte, lines ...line) *content {
	return encoding.NewContent(p, encoding.Response{Status: status, Header: lines, Body: body, Effort: how})
}

// File returns a text file generated from the catalogue, which clients revalidate.
func (v *View) File(mediaType string, body []byte, lines ...line) *content {
	lines = append([]line{header("Content-Type", mediaType), header("Cache-Control", "no-cache")}, lines...)
	return newContent(v.pages.packer, encoding.Default, http.StatusOK, body, lines...)
}
