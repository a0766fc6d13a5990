package logos

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/media"
)

// Bounds of what is read of a website.
const (
	maxPage     = 1 << 20   // bytes; a longer page is cut off
	maxManifest = 128 << 10 // bytes
	maxIcon     = 1 << 20   // bytes
	maxTries    = 4         // icons
	maxLists    = 64        // lists of icons of a host, and icons that can't be used, that are remembered
)

const acceptIcon = "image/png, image/*;q=0.8"

// shortfall is what a website has instead of an icon that can be a logo.
type shortfall struct {
	isDrawing bool // an SVG
	side      int  // of its largest icon, in pixels; 0: none
}

// reason says why a website has no logo.
func (s shortfall) reason() fetch.Reason {
	switch {
	case s.isDrawing && s.side > 0:
		return fetch.Reason(fmt.Sprintf("The website has only an SVG and an icon of %d pixels; a logo needs at least %d.", s.side, media.MinIcon))
	case s.isDrawing:
		return "The website has only an SVG icon, which can't be a logo."
	case s.side > 0:
		return fetch.Reason(fmt.Sprintf("The website's largest icon has %d pixels; a logo needs at least %d.", s.side, media.MinIcon))
	}
	return fetch.Reason(fmt.Sprintf("The website has no icon of at least %d pixels.", media.MinIcon))
}

// add adds an icon that was read and can't be a logo.
func (s *shortfall) add(other shortfall) {
	s.isDrawing, s.side = s.isDrawing || other.isDrawing, max(s.side, other.side)
}

// finder looks at the websites of one host. It remembers what the pages of a host have in common.
type finder struct {
	hosts   *fetch.Hosts
	images  *media.Library
	by      string
	byIcons map[[32]byte]Found   // by a hash of the icons that a page names
	refused map[string]shortfall // icons that can't be used
}

func newFinder(h *fetch.Hosts, images *media.Library, by string) *finder {
	return &finder{h, images, by, map[[32]byte]Found{}, map[string]shortfall{}}
}

// find looks for the logo of a tool. Its error is one of the context or of this site; what is wrong with a website is a
// reason.
func (f *finder) find(ctx context.Context, website string) (Found, error) {
	list, short, err := f.list(ctx, website)
	if err != nil {
		return reasoned(ctx, err)
	}
	key := keyOf(list, short)
	if found, known := f.byIcons[key]; known {
		return found, nil
	}
	found, err := f.best(ctx, list, short)
	if err != nil {
		found, err = reasoned(ctx, err)
	}
	if err == nil && len(f.byIcons) < maxLists {
		f.byIcons[key] = found
	}
	return found, err
}

// OnPage looks for the logo of a tool whose website was read, and stores it as uploaded by that user; without one the image is empty. Its
// error is one of the context or of this site.
func OnPage(ctx context.Context, hosts *fetch.Hosts, images *media.Library, by string, page fetch.Page) (image, color string, err error) {
	f := newFinder(hosts, images, by)
	list, short, err := f.listOf(ctx, page)
	if err != nil {
		return "", "", err
	}
	found, err := f.best(ctx, list, short)
	if err != nil {
		found, err = reasoned(ctx, err)
	}
	return found.Image, found.LogoColor, err
}

// keyOf returns a hash of a list of icons.
func keyOf(list []candidate, short shortfall) [32]byte {
	urls := make([]string, len(list))
	for i, c := range list {
		urls[i] = c.url
	}
	return sha256.Sum256([]byte(fmt.Sprint(short, strings.Join(urls, "\n"))))
}

// reasoned turns an error of a website into a reason.
func reasoned(ctx context.Context, err error) (Found, error) {
	if ctx.Err() != nil {
		return Found{}, ctx.Err()
	}
	var why fetch.Reason
	if errors.As(err, &why) {
		return Found{Reason: why.Error()}, nil
	}
	return Found{}, err
}

// list returns the icons to try, the best first, and what is known of those that are not worth it.
func (f *finder) list(ctx context.Context, website string) ([]candidate, shortfall, error) {
	answer, err := f.hosts.Get(ctx, website, fetch.AcceptPage, maxPage)
	if err != nil {
		return nil, shortfall{}, err
	}
	if answer.Status != http.StatusOK {
		return ranked(nil, answer.URL.String(), wellKnownHomeIcon, wellKnownIcon), shortfall{}, nil
	}
	page, err := answer.Page()
	if err != nil {
		return ranked(nil, answer.URL.String(), wellKnownHomeIcon, wellKnownIcon), shortfall{}, nil //nolint:nilerr // not a page, which says nothing of the icons
	}
	return f.listOf(ctx, page)
}

// listOf is list for a page that was read.
func (f *finder) listOf(ctx context.Context, page fetch.Page) ([]candidate, shortfall, error) {
	var manifest []fetch.Icon
	if page.Manifest != "" && !hasLarge(page.Icons) {
		answer, err := f.hosts.Get(ctx, page.Manifest, "application/manifest+json, application/json", maxManifest)
		if err != nil && ctx.Err() != nil {
			return nil, shortfall{}, ctx.Err()
		}
		if err == nil && answer.Status == http.StatusOK {
			manifest = manifestIcons(answer)
		}
	}
	list, short := candidates(page, manifest)
	return list, short, nil
}

// best reads icons until one is large and square, and stores the best of them.
func (f *finder) best(ctx context.Context, list []candidate, short shortfall) (Found, error) {
	var best media.Icon
	var source string
	tries := 0
	for _, c := range list {
		if tries == maxTries {
			break
		}
		if why, isRefused := f.refused[c.url]; isRefused {
			short.add(why)
			continue
		}
		if best.Width > 0 && score(best.Width, best.Height) >= score(c.width, c.height) {
			break // no better one is expected
		}
		tries++
		icon, from, why, err := f.icon(ctx, c.url)
		if err != nil {
			return Found{}, err
		}
		short.add(why)
		if icon.Width == 0 && len(f.refused) < maxLists {
			f.refused[c.url] = why
		}
		if score(icon.Width, icon.Height) > score(best.Width, best.Height) {
			best, source = icon, from
		}
		if score(best.Width, best.Height) >= enough {
			break
		}
	}
	if best.Width == 0 {
		return Found{}, short.reason()
	}
	image, err := f.images.AddJPEG(ctx, f.by, originalName(source), best.JPEG)
	if err != nil {
		return Found{}, fmt.Errorf("store a logo: %w", err)
	}
	return Found{Image: image, LogoColor: best.Color, Source: source}, nil
}

// originalName is what an icon is called in the list of images.
func originalName(source string) string {
	const most = 255
	name := source[strings.LastIndexByte(source, '/')+1:]
	return name[:min(len(name), most)]
}

// icon reads an icon, and returns where it was after redirects. One that can't be a logo is the zero Icon, with what it is.
func (f *finder) icon(ctx context.Context, address string) (icon media.Icon, from string, short shortfall, err error) {
	answer, err := f.hosts.Get(ctx, address, acceptIcon, maxIcon)
	if ctx.Err() != nil {
		return media.Icon{}, "", shortfall{}, ctx.Err()
	}
	if err != nil || answer.Status != http.StatusOK || answer.Truncated {
		return media.Icon{}, "", shortfall{}, nil //nolint:nilerr // the next one is tried
	}
	icon, err = media.WhenFree(ctx, func() (media.Icon, error) { return f.images.ReadIcon(ctx, answer.Body) })
	switch fault.From(err).Kind {
	case fault.Invalid, fault.WrongType, fault.TooLarge:
		start := answer.Body[:min(len(answer.Body), 1024)]
		return media.Icon{}, "", shortfall{bytes.Contains(start, []byte("<svg")), min(icon.Width, icon.Height)}, nil
	}
	return icon, answer.URL.String(), shortfall{}, err
}
