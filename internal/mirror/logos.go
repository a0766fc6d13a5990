package mirror

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/media"
)

// LogoStatus says where a product's logo is stored.
type LogoStatus string

// The statuses of a logo.
const (
	LogoExists   LogoStatus = "exists"   // on this site
	LogoMissing  LogoStatus = "missing"  // referenced, but not on this site
	LogoExternal LogoStatus = "external" // a URL of another site
	NoLogo       LogoStatus = "none"
)

// LogoEntry is the status of one product's logo on both sites.
type LogoEntry struct {
	ID         int64      `json:"id" doc:"Number of the product"`
	Name       string     `json:"name"`
	Logo       string     `json:"logo"`
	Status     LogoStatus `json:"status" enum:"exists,missing,external,none"`
	Synced     bool       `json:"synced" doc:"It is wherever it is known whether it is"`
	DevExists  *bool      `json:"devExists" nullable:"true" doc:"null: not known"`
	ProdExists *bool      `json:"prodExists" nullable:"true" doc:"null: not known"`
}

// How long production's answers about an image are cached, and the timeout of all requests of one check together. An
// image's name is the hash of its content, so an image that exists never changes.
const (
	presentFor  = 10 * time.Minute
	absentFor   = 25 * time.Second // shorter than the screen's polling interval of 30 seconds
	verifyLimit = 15 * time.Second
)

// found is production's cached answer about one image.
type found struct {
	there bool
	until time.Time
}

// answers caches production's answers about the images of the latest check.
type answers struct {
	mu     sync.Mutex
	byName map[string]found
}

// VerifyLogos sets the status of products' logos, on this site and, if a source is configured, on production. While the
// source cannot be reached, the status there is unknown.
func (m *Mirror) VerifyLogos(ctx context.Context, entries []LogoEntry) error {
	names, err := m.options.Uploads.Names(ctx)
	if err != nil {
		return fmt.Errorf("see which images are here: %w", err)
	}
	here := make(map[string]bool, len(names))
	for _, name := range names {
		here[name] = true
	}
	there := m.there(ctx, entries)
	for i := range entries {
		m.judge(&entries[i], here, there)
	}
	return nil
}

// judge sets the status of one logo.
func (m *Mirror) judge(e *LogoEntry, here, there map[string]bool) {
	name, isUpload := strings.CutPrefix(e.Logo, media.Path)
	switch {
	case e.Logo == "":
		e.Status = NoLogo
	case strings.HasPrefix(e.Logo, "data:"): // stored with the product
		e.Status, e.Synced = LogoExists, true
	case !isUpload:
		e.Status = LogoExternal
	default:
		own := here[name]
		other, known := there[name]
		e.Status, e.Synced = LogoMissing, own && (other || !known)
		if own {
			e.Status = LogoExists
		}
		if !m.options.Development {
			e.ProdExists = &own
			return
		}
		if e.DevExists = &own; known {
			e.ProdExists = &other
		}
	}
}

// there returns which uploaded logos production has. A logo is absent from the map if production did not answer.
func (m *Mirror) there(ctx context.Context, entries []LogoEntry) map[string]bool {
	if m.Ready() != nil {
		return nil
	}
	ctx, stop := context.WithTimeout(ctx, verifyLimit)
	defer stop()
	known, unknown := m.answers.of(entries, time.Now())
	if len(unknown) == 0 {
		return known
	}
	source, err := m.options.Open(ctx)
	if err == nil {
		err = m.askFor(ctx, source, unknown)
		err = errors.Join(err, source.Close())
	}
	if err != nil {
		m.options.Logger.WarnContext(ctx, "production could not be asked for its images", "error", err)
	}
	known, _ = m.answers.of(entries, time.Now())
	return known
}

// askFor asks the source for images, a few at once. The first failed request ends it.
func (m *Mirror) askFor(ctx context.Context, source archive.Source, names []string) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(archive.Fetchers)
	for _, name := range names {
		if ctx.Err() != nil {
			break
		}
		group.Go(func() error {
			there, err := source.Has(ctx, name)
			if err == nil {
				m.answers.cache(name, there, time.Now())
			}
			return err
		})
	}
	return group.Wait()
}

// of returns the cached answers about the uploads among the logos, and the uploads without one. It drops all other
// answers.
func (a *answers) of(entries []LogoEntry, now time.Time) (known map[string]bool, unknown []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	known = map[string]bool{}
	asked := map[string]bool{}
	current := map[string]found{}
	for _, e := range entries {
		name, isUpload := strings.CutPrefix(e.Logo, media.Path)
		if !isUpload || asked[name] {
			continue
		}
		asked[name] = true
		if answer, cached := a.byName[name]; cached && now.Before(answer.until) {
			known[name], current[name] = answer.there, answer
		} else {
			unknown = append(unknown, name)
		}
	}
	a.byName = current
	return known, unknown
}

func (a *answers) cache(name string, there bool, now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	lasting := absentFor
	if there {
		lasting = presentFor
	}
	a.byName[name] = found{there, now.Add(lasting)}
}
