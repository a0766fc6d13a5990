package api

import (
	"context"
	"encoding/base64"
	"errors"
	"net/url"
	"slices"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/site"
)

const noSuchLogo = "There is no such logo. It may have been deleted."

// LogoStore is where site logos are changed.
type LogoStore interface {
	SaveLogo(ctx context.Context, by string, logo site.Logo) (kept site.Logo, first bool, err error)
	DeleteLogo(ctx context.Context, by string, id int64) error
}

// LogoSettingInput is a site logo to be kept in place of the one of its type. The type and the size of the file may be
// sent along, and count for nothing: both are read from the file.
type LogoSettingInput struct {
	Type     site.LogoType `json:"type" enum:"main,compact,favicon"`
	Name     string        `json:"name" doc:"At most 200 characters"`
	FileName string        `json:"fileName,omitempty" doc:"At most 255 characters"`
	FileData dataURLFile   `json:"fileData"`
	IsActive *bool         `json:"isActive,omitempty" nullable:"false" doc:"true without it"`
}

// savingLogo is the write of a site logo. One that is too large for its body is refused in the words for logos.
func savingLogo() handler { return wording(saving(maxLogoBody, saveLogo), site.LogoTooLarge) }

func saveLogo(c *call, in LogoSettingInput) (answer, error) {
	if in.FileData.missing() || in.FileData.err != nil {
		return answer{}, fault.InvalidFields([]fault.Field{{Field: "fileData", Message: site.NotAnImage}})
	}
	logo := site.Logo{Type: in.Type, Name: in.Name, FileName: in.FileName, IsActive: in.IsActive == nil || *in.IsActive}
	logo, err := logo.Check(c.request.Context(), in.FileData.file, c.api.options.Images)
	if err != nil {
		return answer{}, err
	}
	logo, first, err := c.api.options.Store.SaveLogo(c.request.Context(), c.by, logo)
	return answer{body: logo, isNew: first}, err
}

func deleteLogo(c *call) (answer, error) {
	id, err := c.id("id", noSuchLogo)
	if err != nil {
		return answer{}, err
	}
	return done, c.api.options.Store.DeleteLogo(c.request.Context(), c.by, id)
}

func logoSettings(v view, _ *question, dst []byte) (reply, error) {
	return reply{body: appendList(dst, v.settings.Logos, func(dst []byte, l site.Logo) []byte { return appendValue(dst, l) })}, nil
}

// logoTypes are the files that a logo may be. Anything else could be read as a page.
var logoTypes = []string{"image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml", "image/x-icon", "image/vnd.microsoft.icon"}

// logoPolicy lets a logo that is opened by its own address, an SVG above all, run and load nothing.
const logoPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

// logo answers with the file of a site logo, as an image and nothing else.
func logo(v view, q *question, dst []byte) (reply, error) {
	missing := fault.New(fault.NotFound, "There is no such logo.")
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
