package demo

import (
	"context"
	"errors"
	"image/jpeg"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

func drafts(t *testing.T) []catalog.Draft {
	t.Helper()
	rows, err := Rows()
	if err != nil {
		t.Fatal(err)
	}
	list := make([]catalog.Draft, len(rows))
	for i, row := range rows {
		list[i] = row.Draft
	}
	return list
}

func count(list []catalog.Draft, matches func(d catalog.Draft) bool) int {
	n := 0
	for _, d := range list {
		if matches(d) {
			n++
		}
	}
	return n
}

// The demo catalogue has enough products for every feature of the site.
func TestDemoCoverage(t *testing.T) {
	list := drafts(t)
	categories := map[string]int{}
	for _, d := range list {
		for _, c := range d.Categories {
			categories[c]++
		}
	}
	ofType := func(typ catalog.Type) int {
		return count(list, func(d catalog.Draft) bool { return d.Type == typ })
	}
	for name, c := range map[string]struct{ got, least int }{
		"tools":         {len(list), 66},
		"categories":    {len(categories), 17},
		"our products":  {count(list, func(d catalog.Draft) bool { return d.Section == catalog.OurProducts }), 8},
		"featured":      {count(list, func(d catalog.Draft) bool { return d.IsFeatured }), 6},
		"deals":         {count(list, func(d catalog.Draft) bool { return d.HasDeal }), 6},
		"landing pages": {count(list, func(d catalog.Draft) bool { return d.HasLandingPage }), 6},
		"videos":        {count(list, func(d catalog.Draft) bool { return d.VideoURL != "" }), 6},
		"use cases":     {count(list, func(d catalog.Draft) bool { return d.UseCases != "" }), 20},
		"free":          {ofType(catalog.Free), 5},
		"freemium":      {ofType(catalog.Freemium), 5},
		"premium":       {ofType(catalog.Premium), 5},
	} {
		if c.got < c.least {
			t.Errorf("%s: %d, want at least %d", name, c.got, c.least)
		}
	}
	for category, n := range categories {
		if n < 2 {
			t.Errorf("the category %s has only one tool, so that its page has no similar tools", category)
		}
	}
}

// Every tool is complete and unique.
func TestDemoTools(t *testing.T) {
	slugs, websites := map[string]bool{}, map[string]bool{}
	for i, d := range drafts(t) {
		if _, err := d.Check(false); err != nil {
			t.Errorf("%s: %v", d.Name, err)
		}
		if d.Slug != catalog.Slug(d.Name) || slugs[d.Slug] {
			t.Errorf("%s: the slug %s is taken or does not match the name", d.Name, d.Slug)
		}
		if key := catalog.WebsiteKey(d.Website); websites[key] || !strings.HasPrefix(d.Website, "https://") {
			t.Errorf("%s: the website %s is taken or not https", d.Name, d.Website)
		}
		if d.DisplayOrder != i+1 {
			t.Errorf("%s: display order %d, want %d", d.Name, d.DisplayOrder, i+1)
		}
		slugs[d.Slug], websites[catalog.WebsiteKey(d.Website)] = true, true
	}
}

// Descriptions have two to four sentences, and use cases three to five lines.
func TestDemoTextLength(t *testing.T) {
	for _, d := range drafts(t) {
		if sentences := strings.Count(d.Description+" ", ". "); sentences < 2 || sentences > 4 || len(d.Description) > 400 {
			t.Errorf("%s: %d sentences, %d bytes", d.Name, sentences, len(d.Description))
		}
		if lines := strings.Count(d.UseCases, "\n") + 1; d.UseCases != "" && (lines < 3 || lines > 5) {
			t.Errorf("%s: %d use cases", d.Name, lines)
		}
	}
}

// Every deal is marked as a demo, so that nobody takes it for a real offer.
func TestDemoDeals(t *testing.T) {
	for _, d := range drafts(t) {
		if d.HasDeal != strings.HasPrefix(d.PromoText, "Demo deal: ") || d.HasDeal != (d.PromoText != "") {
			t.Errorf("%s: deal %v, text %q", d.Name, d.HasDeal, d.PromoText)
		}
	}
}

// Pages can embed the video URLs.
func TestDemoVideos(t *testing.T) {
	id := regexp.MustCompile(`^[A-Za-z0-9_-]{11}$`)
	for _, d := range drafts(t) {
		if d.VideoURL == "" {
			continue
		}
		u, err := url.Parse(d.VideoURL)
		if err != nil {
			t.Fatal(err)
		}
		video := u.Query().Get("v")
		if u.Host == "youtu.be" {
			video = strings.TrimPrefix(u.Path, "/")
		}
		if !id.MatchString(video) || (u.Host != "youtu.be" && u.Host != "www.youtube.com") {
			t.Errorf("%s: %s", d.Name, d.VideoURL)
		}
	}
}

// logoSlugs returns the slugs of the tools that have a logo.
func logoSlugs(t *testing.T) []string {
	t.Helper()
	entries, err := logos.ReadDir("logos")
	if err != nil {
		t.Fatal(err)
	}
	var slugs []string
	for _, entry := range entries {
		slugs = append(slugs, strings.TrimSuffix(entry.Name(), ".jpg"))
	}
	return slugs
}

// Every logo belongs to a tool and has the size of uploaded logos.
func TestLogoTools(t *testing.T) {
	known := map[string]bool{}
	for _, d := range drafts(t) {
		known[d.Slug] = true
	}
	slugs := logoSlugs(t)
	for _, slug := range slugs {
		if !known[slug] {
			t.Errorf("the catalogue has no tool for the logo %s", slug)
		}
		file, err := logos.Open("logos/" + slug + ".jpg")
		if err != nil {
			t.Fatal(err)
		}
		if size, err := jpeg.DecodeConfig(file); err != nil || size.Width != 500 || size.Height != 500 {
			t.Errorf("the logo of %s has %d by %d pixels, %v", slug, size.Width, size.Height, err)
		}
	}
	if len(slugs) < 24 {
		t.Errorf("%d logos, want at least 24", len(slugs))
	}
}

// memory is a store and upload folder in memory. Without a map of images, uploads fail.
type memory struct {
	mu     sync.Mutex
	rows   []catalog.ImportRow
	by     string
	images map[string]bool
	err    error
}

func (m *memory) All(context.Context) (catalog.All, error) {
	return catalog.All{Products: make([]catalog.Product, len(m.rows))}, m.err
}

func (m *memory) ImportProducts(_ context.Context, by string, rows []catalog.ImportRow, _ catalog.ImportOptions) (catalog.ImportResult, error) {
	m.rows, m.by = append(m.rows, rows...), by
	return catalog.ImportResult{Created: len(rows)}, nil
}

func (m *memory) AddJPEG(_ context.Context, by, originalName string, data []byte) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.images == nil {
		return "", errors.New("the disk is full")
	}
	m.images[string(data)] = true
	return "/uploads/x.jpg", nil
}

// Fill imports the demo catalogue once, into an empty site.
func TestFill(t *testing.T) {
	site := &memory{images: map[string]bool{}}
	created, err := Fill(t.Context(), site, site)
	if err != nil || created < 66 || created != len(site.rows) || site.by != Author {
		t.Fatalf("created %d by %q, %v", created, site.by, err)
	}
	withLogo := 0
	for _, row := range site.rows {
		if _, err := row.Draft.Check(false); err != nil {
			t.Errorf("%s: %v", row.Draft.Name, err)
		}
		if row.Sets.Has("logo") && row.Draft.Logo != "" && row.Draft.LogoColor != "" {
			withLogo++
		}
	}
	if logos := logoSlugs(t); withLogo != len(logos) || withLogo != len(site.images) {
		t.Errorf("%d rows with a logo, %d logos, %d different images", withLogo, len(logos), len(site.images))
	}
	for data := range site.images {
		if config, err := jpeg.DecodeConfig(strings.NewReader(data)); err != nil || config.Width != 500 || config.Height != 500 {
			t.Errorf("a logo of %d × %d, %v", config.Width, config.Height, err)
		}
	}
	if again, err := Fill(t.Context(), site, site); again != 0 || err != nil || len(site.rows) != created {
		t.Errorf("the second call created %d, %v", again, err)
	}
}

// Fill returns the errors of the store and of uploads.
func TestFillErrors(t *testing.T) {
	noUploads := &memory{}
	if _, err := Fill(t.Context(), noUploads, noUploads); err == nil || len(noUploads.rows) > 0 {
		t.Errorf("uploads fail: %v, %d rows", err, len(noUploads.rows))
	}
	noStore := &memory{err: errors.New("no database")}
	if _, err := Fill(t.Context(), noStore, noStore); !errors.Is(err, noStore.err) {
		t.Errorf("the store fails: %v", err)
	}
}
