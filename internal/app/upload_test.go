package app_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// encoded is an image of that size as a file.
func encoded(t *testing.T, kind string, width, height int) []byte {
	t.Helper()
	var out bytes.Buffer
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for i := 0; i+3 < len(img.Pix); i += 4 {
		copy(img.Pix[i:], []byte{40, 80, 220, 255})
	}
	if kind == "jpeg" {
		storetest.NoError(t, jpeg.Encode(&out, img, nil))
	} else {
		storetest.NoError(t, png.Encode(&out, img))
	}
	return out.Bytes()
}

// dataURL is a file as the screens send it, labeled as a PNG whatever it is.
func dataURL(file []byte) string {
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(file)
}

// sent is the body of an upload.
func sent(image string) string {
	return asJSON(map[string]string{"image": image, "originalName": "my logo.png", "productName": "My Tool"})
}

func TestUpload(t *testing.T) {
	eachSite(t, siteTests{
		"is stored, served and audited": func(t *testing.T, s *openSite) {
			for _, try := range []struct {
				format string
				kind   any
				size   string
			}{{"png", "screenshot", "800 × 600"}, {"png", "logo", "500 × 500"}, {"png", absent, "500 × 500"}, {"jpeg", absent, "500 × 500"}} {
				kind := fmt.Sprint(try.format, " ", try.kind)
				body := changed(sent(dataURL(encoded(t, try.format, 800, 600))), map[string]any{"kind": try.kind})
				added := read[media.Added](t, s.ask(administrator, "POST", "/api/upload", body), http.StatusOK)
				if !regexp.MustCompile(`^/uploads/[0-9a-f]{64}\.jpg$`).MatchString(added.URL) || !regexp.MustCompile(`^#2[78](4f|50|51)d`).MatchString(added.LogoColor) {
					t.Errorf("%s: %+v", kind, added)
				}
				served := s.ask(nobody, "GET", added.URL, "")
				config, err := jpeg.DecodeConfig(strings.NewReader(served.body))
				storetest.NoError(t, err)
				storetest.Same(t, kind+": the size", fmt.Sprintf("%d × %d", config.Width, config.Height), try.size)
				for name, want := range map[string]string{
					"Content-Type": "image/jpeg", "X-Content-Type-Options": "nosniff", "Cache-Control": "public, max-age=31536000, immutable",
				} {
					storetest.Same(t, kind+": "+name, served.header.Get(name), want)
				}
				reply{body: served.header.Get("Content-Security-Policy")}.contains(t, "default-src 'none'", "sandbox")
				image, err := s.store.Image(t.Context(), strings.TrimPrefix(added.URL, media.Path))
				if err != nil || image.OriginalName != "my logo.png" || image.Size != int64(len(served.body)) || image.MimeType != "image/jpeg" {
					t.Errorf("%s: the row is %+v, %v", kind, image, err)
				}
			}
			s.expect(t, administrator, "GET", "/api/audit?object=images", "", 200, `{"entries":{"length":4,
				"0":{"actor":"admin@example.com","action":"upload","address":"127.0.0.1","after":{"productName":"My Tool"}}}}`).lacks(t, `"requestId":""`)
		},
		"has the same address for the same image": func(t *testing.T, s *openSite) {
			body := sent(dataURL(encoded(t, "png", 30, 40)))
			first := read[media.Added](t, s.ask(administrator, "POST", "/api/upload", body), http.StatusOK)
			storetest.Same(t, "the second upload", read[media.Added](t, s.ask(machine, "POST", "/api/upload", body), http.StatusOK), first)
			storetest.Same(t, "files", s.files(t), []string{strings.TrimPrefix(first.URL, media.Path)})
		},
		"has the type of its content": func(t *testing.T, s *openSite) {
			unchanged := s.unchanged(t)
			s.ask(administrator, "POST", "/api/upload", sent(dataURL([]byte("GIF89a")))).failed(t, http.StatusUnsupportedMediaType, `"Please upload a JPG or PNG image file"`)
			unchanged()
			labeled := strings.Replace(dataURL(encoded(t, "jpeg", 10, 10)), "image/png", "text/html", 1)
			read[media.Added](t, s.ask(administrator, "POST", "/api/upload", sent(labeled)), http.StatusOK)
		},
		"is refused by its field and leaves nothing behind": func(t *testing.T, s *openSite) {
			defer s.unchanged(t)()
			good := dataURL(encoded(t, "png", 20, 20))
			whole := encoded(t, "jpeg", 300, 300)
			for name, test := range map[string]struct{ body, field string }{
				"no image":                 {`{"originalName":"a.png"}`, "image"},
				"null":                     {`{"image":null}`, "image"},
				"an empty text":            {`{"image":""}`, "image"},
				"a number":                 {`{"image":7}`, "image"},
				"a list":                   {`{"image":["data:image/png;base64,"]}`, "image"},
				"no data URL":              {sent("https://example.com/logo.png"), "image"},
				"base64 alone":             {sent(base64.StdEncoding.EncodeToString(whole)), "image"},
				"not in base64":            {sent("data:image/svg+xml,%3Csvg/%3E"), "image"},
				"bad base64":               {sent(good + "!!!"), "image"},
				"base64 cut off":           {sent(good[:len(good)-3]), "image"},
				"half of an image":         {sent(dataURL(whole[:len(whole)/2])), "image"},
				"a PNG's first bytes":      {sent(dataURL([]byte("\x89PNG\r\n\x1a\n"))), "image"},
				"a long file name":         {`{"image":"` + good + `","originalName":"` + strings.Repeat("é", 256) + `"}`, "originalName"},
				"a file name that turns":   {`{"image":"` + good + `","originalName":"a\u202egpj.exe"}`, "originalName"},
				"a file name of two lines": {`{"image":"` + good + `","originalName":"a\nb"}`, "originalName"},
				"a kind that is not known": {`{"image":"` + good + `","kind":"Logo"}`, "kind"},
				"a long product name":      {`{"image":"` + good + `","productName":"` + strings.Repeat("é", 201) + `"}`, "productName"},
			} {
				t.Run(name, func(t *testing.T) {
					onlyThis := `{"fields":[{"field":"` + test.field + `"}]}`
					s.expect(t, administrator, "POST", "/api/upload", test.body, 422, onlyThis).failed(t, http.StatusUnprocessableEntity)
				})
			}
		},
		"may be written as JSON and URLs allow": func(t *testing.T, s *openSite) {
			good := dataURL(encoded(t, "jpeg", 90, 90))
			want := read[media.Added](t, s.ask(administrator, "POST", "/api/upload", sent(good)), http.StatusOK)
			for name, text := range map[string]string{
				"slashes escaped":    strings.ReplaceAll(good, "/", `\/`),
				"pluses as numbers":  strings.ReplaceAll(good, "+", `\u002b`),
				"a head in capitals": strings.Replace(good, "data:image/png;base64", "DATA:IMAGE/PNG;BASE64", 1),
				"parameters":         strings.Replace(good, "image/png", "image/png;name=a.png", 1),
				"no type":            strings.Replace(good, "image/png", "", 1),
			} {
				storetest.Same(t, name, read[media.Added](t, s.ask(administrator, "POST", "/api/upload", `{"image":"`+text+`"}`), http.StatusOK), want)
			}
		},
	})
}

// files returns the names of all files in the folder of uploads, unfinished ones too.
func (s *openSite) files(t *testing.T) (names []string) {
	t.Helper()
	found, err := os.ReadDir(s.uploads)
	storetest.NoError(t, err)
	for _, file := range found {
		names = append(names, file.Name())
	}
	return names
}

// The size of an upload is that of its file.
func TestUploadSize(t *testing.T) {
	t.Parallel()
	s := siteAt(t, store.Options{DataDir: t.TempDir()}, siteOptions{})
	unchanged := s.unchanged(t)
	whole := append(encoded(t, "jpeg", 300, 300), make([]byte, media.MaxFile)...)
	for _, body := range []string{sent(dataURL(whole[:media.MaxFile+1])), sent(strings.Repeat("A", 14<<20))} {
		s.ask(administrator, "POST", "/api/upload", body).failed(t, http.StatusRequestEntityTooLarge, "Please upload an image smaller than 10MB")
	}
	unchanged()
	read[media.Added](t, s.ask(administrator, "POST", "/api/upload", sent(dataURL(whole[:media.MaxFile]))), http.StatusOK)
}
