package additions

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/suggest"
)

// Bounds of what is read of a website, and of its draft.
const (
	maxPage       = 1 << 20 // bytes; a longer page is cut off
	maxImage      = 5 << 20 // bytes
	maxCategories = 3
	leastSentence = 40 // characters of a line of the page that can be the description
)

// add reads the website of a row, and ends the row with a draft or a reason. Its error is one of the context or of this site.
func (j *Job) add(ctx context.Context, row Row) error {
	page, product, why, err := j.read(ctx, row.URL)
	if err != nil {
		return err
	}
	if why != "" {
		return j.options.Store.Fail(ctx, row.ID, product, why)
	}
	d, note, err := j.draft(ctx, row, page)
	if err != nil {
		return err
	}
	if d, err = d.Check(true); err == nil {
		err = j.options.Store.Add(ctx, row, d, note)
	}
	if f := fault.From(err); f.Kind == fault.Invalid || f.Kind == fault.Conflict {
		return j.options.Store.Fail(ctx, row.ID, 0, f.Message)
	}
	return err
}

// read reads a website. why says why it has nothing to make a draft of; product is the one that has its URL then, or 0.
func (j *Job) read(ctx context.Context, website string) (page fetch.Page, product int64, why string, err error) {
	// It was pasted a while ago.
	if product, why, err = j.options.Store.Listed(ctx, website); err != nil || why != "" {
		return page, product, why, err
	}
	answer, err := j.options.Hosts.Get(ctx, website, fetch.AcceptPage, maxPage)
	var reason fetch.Reason
	switch {
	case ctx.Err() != nil:
		return page, 0, "", ctx.Err()
	case fetch.IsNoHost(err):
		return page, 0, "The website's host doesn't exist.", nil
	case errors.As(err, &reason):
		return page, 0, reason.Error(), nil
	case err != nil:
		return page, 0, fetch.ErrSilent.Error(), nil
	case answer.Status != http.StatusOK:
		return page, 0, fmt.Sprintf("The website answers with status %d.", answer.Status), nil
	}
	if page, err = answer.Page(); err != nil {
		return page, 0, "The website sent something other than a page.", nil
	}
	u, err := url.Parse(website)
	if err != nil {
		return page, 0, badURL, nil
	}
	if j.options.WhyEmpty != nil {
		if why = j.options.WhyEmpty(u, answer); why != "" {
			return page, 0, why, nil
		}
	}
	if page.Address == website {
		return page, 0, "", nil
	}
	product, why, err = j.options.Store.Listed(ctx, page.Address)
	if why != "" {
		why = "It redirects to another URL. " + why
	}
	return page, product, why, err
}

// draft makes a draft of a page that was read for a row. note is what is to be known of it.
func (j *Job) draft(ctx context.Context, row Row, page fetch.Page) (d catalog.Draft, note string, err error) {
	var notes []string
	website := row.URL
	if to := elsewhere(row.URL, page.Address); to != "" {
		website = to
		notes = append(notes, fmt.Sprintf("It redirects to %s.", fetch.HostOf(to)))
	}
	d.Name = cmp.Or(field.CleanLine(suggest.Name(page)), strings.TrimPrefix(fetch.HostOf(website), "www."))
	d.Description = description(page)
	d.Website, d.Type, d.Section, d.Status = website, catalog.Unknown, catalog.RecommendedProducts, catalog.StatusDraft
	snapshot := j.options.Catalogue.Snapshot()
	if text := strings.TrimSpace(d.OwnDescription() + "\n" + page.Title); text != "" {
		d.Categories = snapshot.Similar().Categories(catalog.ProductFields{Name: d.Name, Description: text, Tags: page.Keywords}, maxCategories)
	}
	var names []string
	for _, c := range snapshot.Categories().All() {
		names = append(names, c.Name)
	}
	for _, name := range suggest.Categories(page, names) {
		if len(d.Categories) < maxCategories && !slices.Contains(d.Categories, name) {
			d.Categories = append(d.Categories, name)
		}
	}
	if len(d.Categories) == 0 {
		d.Categories = []string{catalog.OtherCategory}
	}
	if same := browse.Namesakes(snapshot, d.Name); len(same) > 0 {
		notes = append(notes, fmt.Sprintf("%q has much the same name.", same[0].Name()))
	}
	if j.options.Logo != nil {
		if d.Logo, d.LogoColor, err = j.options.Logo(ctx, j.options.Hosts, j.options.Images, row.AddedBy, page); err != nil {
			return d, "", err
		}
	}
	d.Images, err = j.image(ctx, row.AddedBy, page.Image)
	return d, strings.Join(notes, " "), err
}

// elsewhere returns the URL of a page if it is of another registrable domain than the website that led to it, or the home page of its
// host, to which other pages that are gone lead too; empty otherwise.
func elsewhere(website, address string) string {
	from, err := url.Parse(website)
	to, failed := url.Parse(address)
	if err != nil || failed != nil {
		return ""
	}
	to.Fragment, to.RawQuery = "", withoutTrackers(to.RawQuery)
	home := *from
	home.Path, home.RawPath, home.RawQuery, home.Fragment = "/", "", "", ""
	leadsHome := strings.Trim(from.Path, "/") != "" && catalog.WebsiteKey(home.String()) == catalog.WebsiteKey(to.String())
	if fetch.DomainOf(from) == fetch.DomainOf(to) && !leadsHome {
		return ""
	}
	if address = to.String(); len(address) > catalog.MaxWebsite || !field.WebURL(address) {
		return ""
	}
	return address
}

// description returns what the page says of the tool: its own description, or else its first line that can be a sentence.
func description(page fetch.Page) string {
	if text := field.Clean(suggest.Description(page)); text != "" {
		return text
	}
	for line := range strings.SplitSeq(page.Text, "\n") {
		if utf8.RuneCountInString(line) >= leastSentence && strings.ContainsAny(line, ".!?。") {
			return field.Clean(line)
		}
	}
	return catalog.NoDescription
}

// image stores the image that a page is shared with. A page without one that can be stored has none.
func (j *Job) image(ctx context.Context, by, address string) ([]string, error) {
	if address == "" {
		return nil, nil
	}
	answer, err := j.options.Hosts.Get(ctx, address, media.AcceptFetched, maxImage)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil || answer.Status != http.StatusOK || answer.Truncated {
		return nil, nil //nolint:nilerr // the draft has none
	}
	upload := media.Upload{File: answer.Body, Kind: media.Screenshot}
	stored, err := media.WhenFree(ctx, func() (media.Added, error) { return j.options.Images.AddFetched(ctx, by, upload) })
	switch fault.From(err).Kind {
	case fault.Invalid, fault.WrongType, fault.TooLarge:
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("store the image of a website: %w", err)
	}
	return []string{stored.URL}, nil
}
