package api

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Images stores images, and fits site logos to their size.
type Images interface {
	site.Fitter
	Add(ctx context.Context, by string, upload media.Upload) (media.Added, error)
}

// maxFileName is the maximum length of a file name in code points, from the project's decisions page.
const maxFileName = 255

// UploadInput is an image to store.
type UploadInput struct {
	Image        httpapi.DataURLFile `json:"image"`
	Kind         media.Kind          `json:"kind,omitempty" enum:"logo,screenshot" doc:"What it shows: a logo (the default) becomes 500 by 500 pixels, a screenshot keeps its shape within 1600"`
	OriginalName string              `json:"originalName,omitempty" doc:"What the file was called; at most 255 characters"`
	ProductName  string              `json:"productName,omitempty" doc:"What it is for, for the history; at most 200 characters"`
}

func (o *Options) upload(c *httpapi.Call, in UploadInput) (any, error) {
	var checked httpapi.Checks
	switch {
	case in.Image.Missing():
		checked.Fail("image", "Please choose an image to upload")
	case in.Image.Err != nil:
		checked.Fail("image", "Please send the image as a base64 data URL")
	}
	if in.Kind != "" && in.Kind != media.Logo && in.Kind != media.Screenshot {
		checked.Fail("kind", "Please name the kind of image: logo or screenshot")
	}
	in.OriginalName, in.ProductName = field.Clean(in.OriginalName), field.Clean(in.ProductName)
	checked.Line("originalName", in.OriginalName, maxFileName)
	checked.Line("productName", in.ProductName, catalog.MaxName)
	if err := checked.Fault(); err != nil {
		return nil, err
	}
	added, err := o.Images.Add(c.Ctx(), c.By,
		media.Upload{File: in.Image.File, Kind: in.Kind, OriginalName: in.OriginalName, ProductName: in.ProductName})
	return added, err
}

// mediaCalls are the calls of media.
func (o *Options) mediaCalls() httpapi.Group {
	return httpapi.Group{
		Name: "media",
		Routes: []httpapi.Route{
			httpapi.Post("/api/upload", httpapi.Admin, httpapi.Write(httpapi.MaxUploadBody, o.upload).TooLarge(media.TooLarge),
				httpapi.Answers[media.Added]("uploadImage", "Store an image as a square JPEG")),
		},
	}
}
