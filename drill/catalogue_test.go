package drill

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"strings"

	"vitrine/internal/catalog"
)

// tool is a product that is not there yet, with a name and an address that no other name has.
func tool(name string) catalog.Product {
	return catalog.Product{
		ProductFields: catalog.ProductFields{
			Name: name, Description: "Does what " + name + " is for, and says so in a sentence of some length.",
			Categories: []string{"Writing", fmt.Sprint("Group ", len(name)%7)}, Tags: []string{"drill"},
			Type: catalog.Freemium, Section: catalog.RecommendedProducts, Website: "https://" + strings.ReplaceAll(name, " ", "-") + ".example/", Images: []string{},
		},
	}
}

// fill imports so many products into a site, with the program's own import.
func (s *site) fill(n int) {
	s.t.Helper()
	var lines strings.Builder
	for i := range n {
		p := tool(fmt.Sprint("filled ", i))
		text, err := json.Marshal(map[string]any{"id": fmt.Sprint("filled-", i), "name": p.Name, "website": p.Website,
			"description": p.Description, "categories": p.Categories, "pricing": p.Type, "tags": p.Tags})
		if err != nil {
			s.t.Fatal(err)
		}
		lines.Write(append(text, '\n'))
	}
	s.do(lines.String(), "import", "--format", "jsonl", "-")
}

// image is a small image that is like no other, as a data URL.
func sampleImage() string {
	drawn := image.NewRGBA(image.Rect(0, 0, 16, 16))
	for i := range drawn.Pix {
		drawn.Pix[i] = byte(rand.Uint32()) | 0x0f
	}
	var file bytes.Buffer
	if err := png.Encode(&file, drawn); err != nil {
		panic(err) // it is written to memory
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(file.Bytes())
}
