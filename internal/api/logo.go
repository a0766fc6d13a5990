package api

import (
	"encoding/base64"
	"errors"
	"net/url"
	"slices"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/site"
)

// logoTypes are the files that a logo may be. Anything else could be read as a page.
var logoTypes = []string{"image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml", "image/x-icon", "image/vnd.microsoft.icon"}

// logoPolicy lets a logo that is opened by its own address, an SVG above all, run and load nothing.
const logoPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

// logo answers with the file of a site logo, as an image and nothing else.
func logo(v view, q *question, dst []byte) (reply, error) {
	missing := fault.New(fault.NotFound, "There is no logo of this type.")
	at := slices.IndexFunc(v.settings.Logos, func(l site.Logo) bool { return string(l.Type) == q.part && l.IsActive })
	if at < 0 {
		return reply{}, missing
	}
	mimeType, file, err := dataURL(v.settings.Logos[at].FileData)
	if err != nil || !slices.Contains(logoTypes, mimeType) {
		missing.Cause = err
		return reply{}, missing
	}
	return reply{
		body:        append(dst, file...),
		contentType: mimeType,
		dense:       mimeType != "image/svg+xml",
		fields:      []field{line("Content-Security-Policy", logoPolicy), line("X-Content-Type-Options", "nosniff")},
	}, nil
}

var errDataURL = errors.New("not a data URL")

// dataURL reads a data URL (RFC 2397): its type without parameters, and its bytes.
func dataURL(text string) (mimeType string, data []byte, err error) {
	rest, isData := strings.CutPrefix(text, "data:")
	head, body, hasComma := strings.Cut(rest, ",")
	if !isData || !hasComma {
		return "", nil, errDataURL
	}
	head, inBase64 := strings.CutSuffix(head, ";base64")
	mimeType, _, _ = strings.Cut(strings.ToLower(head), ";")
	if inBase64 {
		data, err = base64.StdEncoding.DecodeString(body)
		return mimeType, data, err
	}
	body, err = url.PathUnescape(body)
	return mimeType, []byte(body), err
}
