package media

import (
	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

// API is the calls about uploads.
type API struct {
	Library *Library
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	return httpapi.Group{
		Name: "media",
		Routes: []httpapi.Route{
			httpapi.Post("/api/upload", httpapi.Catalog.Change(), httpapi.Write(httpapi.MaxUploadBody, a.upload).TooLarge(TooLarge),
				httpapi.Answers[Added]("uploadImage", "Store an image as a square JPEG")),
		},
	}
}

// maxFileName is the maximum length of a file name in code points, from the project's decisions page.
const maxFileName = 255

// maxProductName is the maximum length of the name of a product in code points.
const maxProductName = 200

// UploadInput is an image to store.
type UploadInput struct {
	Image        httpapi.DataURLFile `json:"image"`
	Kind         Kind                `json:"kind,omitempty" enum:"logo,screenshot" doc:"What it shows: a logo (the default) becomes 500 by 500 pixels, a screenshot keeps its shape within 1600"`
	OriginalName string              `json:"originalName,omitempty" doc:"What the file was called; at most 255 characters"`
	ProductName  string              `json:"productName,omitempty" doc:"What it is for, for the history; at most 200 characters"`
}

func (a API) upload(c *httpapi.Call, in UploadInput) (any, error) {
	var checked httpapi.Checks
	switch {
	case in.Image.Missing():
		checked.Fail("image", "Please choose an image to upload")
	case in.Image.Err != nil:
		checked.Fail("image", "Please send the image as a base64 data URL")
	}
	if in.Kind != "" && in.Kind != Logo && in.Kind != Screenshot {
		checked.Fail("kind", "Please name the kind of image: logo or screenshot")
	}
	in.OriginalName, in.ProductName = field.Clean(in.OriginalName), field.Clean(in.ProductName)
	checked.Line("originalName", in.OriginalName, maxFileName)
	checked.Line("productName", in.ProductName, maxProductName)
	if err := checked.Fault(); err != nil {
		return nil, err
	}
	added, err := a.Library.Add(c.Ctx(), c.By,
		Upload{File: in.Image.File, Kind: in.Kind, OriginalName: in.OriginalName, ProductName: in.ProductName})
	return added, err
}
