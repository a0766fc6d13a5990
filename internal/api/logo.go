package api

import (
	"context"
	"encoding/base64"
	"errors"
	"net/url"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/encoding"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/site"
)

const noSuchLogo = "There is no such logo. It may have been deleted."

// LogoStore changes site logos.
type LogoStore interface {
	SaveLogo(ctx context.Context, by string, logo site.Logo) (saved site.Logo, created bool, err error)
	DeleteLogo(ctx context.Context, by string, id int64) error
}

// LogoSettingInput is a site logo that replaces the one of its type. The server reads the type and size from the file.
type LogoSettingInput struct {
	Type     site.LogoType `json:"type" enum:"main,compact,favicon"`
	Name     string        `json:"name" doc:"At most 200 characters"`
	FileName string        `json:"fileName,omitempty" doc:"At most 255 characters"`
	FileData dataURLFile   `json:"fileData"`
	IsActive *bool         `json:"isActive,omitempty" nullable:"false" doc:"true without it"`
}

func saveLogo(c *call, in LogoSettingInput) (any, error) {
	if in.FileData.missing() || in.FileData.err != nil {
		return nil, fault.InvalidFields([]fault.Field{{Field: "fileData", Message: site.NotAnImage}})
	}
	logo := site.Logo{Type: in.Type, Name: in.Name, FileName: in.FileName, IsActive: in.IsActive == nil || *in.IsActive}
	logo, err := logo.Check(c.ctx(), in.FileData.file, c.options.Images)
	if err != nil {
		return nil, err
	}
	logo, c.created, err = c.options.Store.SaveLogo(c.ctx(), c.by, logo)
	return logo, err
}

func deleteLogo(c *call, id int64) error {
	return c.options.Store.DeleteLogo(c.ctx(), c.by, id)
}

func logoSettings(v view, _ *question, dst []byte) (reply, error) {
	return reply{body: appendList(dst, v.settings.Logos, func(dst []byte, l site.Logo) []byte { return appendValue(dst, l) })}, nil
}

// logoTypes are the file types that the server sends. A browser could render another type as a page.
var logoTypes = []string{"image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml", "image/x-icon", "image/vnd.microsoft.icon"}

// logoPolicy stops a logo opened by its own URL, above all an SVG, from running or loading anything.
const logoPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

// logo answers with the file of a site logo, if it is an image.
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
		fields:      []encoding.Line{encoding.Header("Content-Security-Policy", logoPolicy), encoding.Header("X-Content-Type-Options", "nosniff")},
	}, nil
}

var errDataURL = errors.New("not a data URL")

// dataURL parses a data URL (RFC 2397): its type without parameters, and its bytes.
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
