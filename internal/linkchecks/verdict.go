package linkchecks

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/field"
)

// Bounds of what is read of a website.
const (
	maxPage = 1 << 20 // bytes; a longer page is cut off
	maxHops = 10      // redirects
)

// answer is what a website answered in the end.
type answer struct {
	from, at  *url.URL
	permanent *url.URL // where the permanent redirects at the beginning lead; from: there are none
	status    int
	page      page
	isPage    bool // it is HTML or text that could be read
	err       error
}

// check reads a link and says what it found. Its error is one of the context.
func check(ctx context.Context, hosts *fetch.Hosts, link Link) (Finding, error) {
	a, err := follow(ctx, hosts, link.URL)
	if err != nil {
		return Finding{}, err
	}
	return verdict(subjectOf(link), a), nil
}

// follow reads a website and follows its redirects, also those of pages. Its error is one of the context.
func follow(ctx context.Context, hosts *fetch.Hosts, website string) (answer, error) {
	u, err := url.Parse(website)
	if err != nil {
		return answer{err: fetch.ErrNotPublic}, nil //nolint:nilerr // it is the answer
	}
	a := answer{from: u, at: u, permanent: u}
	arePermanent, seen := true, map[string]bool{}
	for range maxHops + 1 {
		if !hosts.Admits(a.at.String()) {
			a.err = fetch.ErrNotPublic
			return a, nil
		}
		if seen[a.at.String()] {
			break
		}
		seen[a.at.String()] = true
		response, err := hosts.Once(ctx, a.at, fetch.AcceptPage, maxPage)
		if ctx.Err() != nil {
			return answer{}, ctx.Err()
		}
		if a.err = err; err != nil {
			return a, nil //nolint:nilerr // it is the answer
		}
		next := response.Location
		arePermanent = arePermanent && (response.Status == http.StatusMovedPermanently || response.Status == http.StatusPermanentRedirect)
		if next == nil {
			a.status = response.Status
			a.page, a.isPage = pageOf(response)
			if next = a.page.redirect; next == nil || seen[next.String()] {
				return a, nil
			}
		}
		if a.at = next; arePermanent {
			a.permanent = next
		}
	}
	a.err = fetch.ErrHops
	return a, nil
}

// verdict says what an answer means for a tool. What is not sure is Refused, never Gone.
func verdict(of subject, a answer) Finding {
	var why fetch.Reason
	switch {
	case fetch.IsNoHost(a.err) && a.at == a.from:
		return Finding{State: Gone, Reason: fmt.Sprintf("%s doesn't exist.", a.from.Hostname())}
	case fetch.IsNoHost(a.err):
		return Finding{State: Refused, Reason: fmt.Sprintf("It leads to %s, which doesn't exist.", a.at.Hostname())}
	case errors.As(a.err, &why):
		return Finding{State: Refused, Reason: why.Error()}
	case a.err != nil:
		return Finding{State: Refused, Reason: fetch.ErrSilent.Error()}
	case a.status == http.StatusNotFound, a.status == http.StatusGone:
		return Finding{State: Gone, Reason: fmt.Sprintf("The website answers with status %d.", a.status)}
	case a.status < 200 || a.status >= 300:
		return Finding{State: Refused, Reason: fmt.Sprintf("The website answers with status %d.", a.status)}
	}
	if found := judge(of, a); found.State != OK {
		return found
	}
	if target := a.newURL(); target != "" {
		return Finding{State: Moved, Target: target, Reason: "It redirects permanently."}
	}
	return Finding{State: OK}
}

// isElsewhere reports whether the answer is from another registrable domain.
func (a answer) isElsewhere() bool { return fetch.DomainOf(a.from) != fetch.DomainOf(a.at) }

// newURL returns where a website has moved; empty if it hasn't. Another scheme, www, a slash, an index file, a language and a page to
// sign in at are the same website.
func (a answer) newURL() string {
	next := *a.permanent
	if next.Fragment = ""; placeOf(&next) == placeOf(a.from) || a.page.isLogin() && fetch.DomainOf(&next) == fetch.DomainOf(a.from) {
		return ""
	}
	next.RawQuery = withoutTrackers(next.RawQuery)
	if next.RawQuery == "" && fetch.DomainOf(&next) == fetch.DomainOf(a.from) {
		next.RawQuery = a.from.RawQuery
	}
	if target := next.String(); len(target) <= catalog.MaxWebsite && field.WebURL(target) {
		return target
	}
	return ""
}

// samePlace finds the ends of paths that say nothing of where a page is: an index file, or the language.
var samePlace = regexp.MustCompile(`(?i)/(index\.\w+|default\.aspx|(en|de|fr|es|it|pt|nl|pl|ru|ja|zh|ko|tr|ar|sv|da|no|nb|fi|cs|uk|el|he|hi|id|vi|th|ro|hu|int|us|global)([-_][a-z]{2,4})?)?/?$`)

// placeOf returns a URL as far as a move changes it.
func placeOf(u *url.URL) string {
	path := strings.TrimSuffix(u.EscapedPath(), "/")
	for range 2 { // /en/index.html
		path = samePlace.ReplaceAllString(path, "")
	}
	return strings.TrimPrefix(hostOf(u.String()), "www.") + ":" + portOf(u) + path
}

// portOf returns the port of a URL, unless it is the scheme's own.
func portOf(u *url.URL) string {
	if port := u.Port(); port != "80" && port != "443" {
		return port
	}
	return ""
}

func withoutTrackers(query string) string {
	var left []string
	for pair := range strings.SplitSeq(query, "&") {
		if name, _, _ := strings.Cut(pair, "="); pair != "" && !catalog.IsTracker(name) {
			left = append(left, pair)
		}
	}
	return strings.Join(left, "&")
}
