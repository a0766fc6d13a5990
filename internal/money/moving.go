package money

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/field"
)

// network is how the links of a network are told from websites.
type network struct {
	name   string
	hosts  []string       // and their subdomains: what is there is a link, never a tool
	path   *regexp.Regexp // the same, at any host
	params []string       // in lower case, with which a URL at a tool's own host is a link
	at     *regexp.Regexp // the only hosts at which they are; nil: any
}

// networks are those that are told, the most certain first: of two whose parameters a URL has, the first one counts.
var networks = []network{
	{name: "Impact", hosts: []string{"sjv.io", "pxf.io", "evyy.net", "7eer.net", "ojrq.net", "8odi.net"}, path: regexp.MustCompile(`^/c/\d+/\d+/\d+/?$`), params: []string{"irclickid", "irgwc"}},
	{name: "PartnerStack", hosts: []string{"partnerlinks.io", "grsm.io"}, params: []string{"ps_partner_key", "ps_xid", "gspk", "gsxid"}},
	{name: "CJ", hosts: []string{"anrdoezrs.net", "jdoqocy.com", "dpbolvw.net", "kqzyfj.com", "tkqlhce.com", "emjcd.com", "qksrv.net", "cj.dotomi.com"}, params: []string{"cjevent", "cjdata"}},
	{name: "Awin", hosts: []string{"awin1.com", "zenaps.com", "tidd.ly"}, params: []string{"awc"}},
	{name: "ShareASale", hosts: []string{"shareasale.com", "shareasale-analytics.com", "shrsl.com"}, params: []string{"sscid"}},
	{name: "Rakuten", hosts: []string{"linksynergy.com"}, params: []string{"ranmid", "raneaid", "ransiteid"}},
	{name: "Partnerize", hosts: []string{"prf.hn"}},
	{name: "TUNE", hosts: []string{"go2cloud.org"}},
	{name: "FlexOffers", hosts: []string{"flexlinkspro.com"}},
	{name: "Ascend", hosts: []string{"gopjn.com", "pjatr.com", "pjtra.com", "pntra.com", "pntrac.com", "pntrs.com"}},
	{name: "Skimlinks", hosts: []string{"go.skimresources.com", "go.redirectingat.com"}},
	{name: "Sovrn", hosts: []string{"redirect.viglink.com", "sovrn.co"}},
	{name: "Tradedoubler", hosts: []string{"clk.tradedoubler.com"}, params: []string{"tduid"}},
	{name: "TradeTracker", hosts: []string{"tc.tradetracker.net"}},
	{name: "Webgains", hosts: []string{"track.webgains.com"}},
	{name: "Admitad", hosts: []string{"ad.admitad.com"}, params: []string{"admitad_uid"}},
	{name: "Digistore24", hosts: []string{"digistore24.com"}},
	{name: "ClickBank", hosts: []string{"hop.clickbank.net"}, params: []string{"hopid"}},
	{name: "JVZoo", hosts: []string{"jvzoo.com", "jvz1.com", "jvz2.com", "jvz3.com", "jvz4.com", "jvz5.com", "jvz6.com", "jvz7.com", "jvz8.com"}},
	{name: "Amazon Associates", hosts: []string{"amzn.to"}, params: []string{"tag", "linkcode", "linkid", "ascsubtag"}, at: regexp.MustCompile(`(^|\.)amazon\.[a-z]+(\.[a-z]+)?$`)},
	{name: "FirstPromoter", params: []string{"fpr", "fp_ref", "fp_sid"}},
	{name: "Tapfiliate", params: []string{"tap_a", "tap_s"}},
	{name: "Refersion", params: []string{"rfsn"}},
	{name: "UpPromote", params: []string{"sca_ref"}},
	{name: "Post Affiliate Pro", params: []string{"a_aid", "a_bid"}},
	{name: "Affiliate program", params: []string{"via", "ref", "aff", "affid", "aff_id", "affiliate", "affiliate_id", "referral"}},
}

// holds reports whether a host is the network's, or a URL looks as its links do at any host.
func (n network) holds(u *url.URL) bool {
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	return n.path != nil && n.path.MatchString(u.Path) ||
		slices.ContainsFunc(n.hosts, func(of string) bool { return host == of || strings.HasSuffix(host, "."+of) })
}

// names reports whether a parameter is one with which a URL at this host is the network's link.
func (n network) names(host, param string) bool {
	return slices.Contains(n.params, strings.ToLower(param)) && (n.at == nil || n.at.MatchString(strings.ToLower(host)))
}

// isAtNetwork reports whether a URL is of a network and not of a tool.
func isAtNetwork(u *url.URL) bool {
	return slices.ContainsFunc(networks, func(n network) bool { return n.holds(u) })
}

// NetworkOf returns the network whose link a website looks like; empty if it looks like none.
func NetworkOf(website string) string {
	u, err := url.Parse(website)
	if err != nil {
		return ""
	}
	for _, n := range networks {
		if n.holds(u) {
			return n.name
		}
	}
	if u.RawQuery == "" {
		return ""
	}
	for _, n := range networks {
		for name := range u.Query() {
			if n.names(u.Hostname(), name) {
				return n.name
			}
		}
	}
	return ""
}

// withoutSender returns a URL without the parameters that only say who sent the visitor. The others stay as they are written.
func withoutSender(u *url.URL) string {
	own := *u
	own.ForceQuery = false
	own.RawQuery = strings.Join(slices.DeleteFunc(strings.Split(u.RawQuery, "&"), func(pair string) bool {
		name, _, _ := strings.Cut(pair, "=")
		return catalog.IsTracker(name) || slices.ContainsFunc(networks, func(n network) bool { return n.names(u.Hostname(), name) })
	}), "&")
	return own.String()
}

// Bounds of following links.
const (
	followedAtOnce = 20
	maxHops        = 10
	hostEvery      = 2 * time.Second // from one request to a host to the next
	tidyHosts      = 2_000           // of which those that may be asked at once are forgotten
)

// follower follows links to the tools' own addresses. It is safe for concurrent use.
type follower struct {
	getter *fetch.Reader
	every  time.Duration

	mu   sync.Mutex
	next map[string]time.Time // when a host may be asked, if that is later than now
}

// turn waits until a host may be asked.
func (f *follower) turn(ctx context.Context, host string) error {
	f.mu.Lock()
	now := time.Now()
	if len(f.next) >= tidyHosts {
		for name, at := range f.next {
			if at.Before(now) {
				delete(f.next, name)
			}
		}
	}
	at := f.next[host]
	if at.Before(now) {
		at = now
	}
	f.next[host] = at.Add(f.every)
	f.mu.Unlock()
	timer := time.NewTimer(at.Sub(now))
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// own returns the tool's own address behind a link, or the reason why there is none. A link at the tool's own host is not followed.
// Its error is one of the context.
func (f *follower) own(ctx context.Context, link string) (own, reason string, err error) {
	u, err := url.Parse(link)
	if err != nil {
		return "", "The link isn't a public URL.", nil
	}
	if !isAtNetwork(u) {
		return checkOwn(withoutSender(u))
	}
	end, reason, _, err := f.end(ctx, u)
	switch {
	case err != nil || end == nil:
		return "", reason, err
	case isAtNetwork(end):
		return "", "The link ends at the network, not at a tool.", nil
	}
	return checkOwn(withoutSender(end))
}

// gone returns why a link leads nowhere; empty if it leads somewhere, or if that isn't sure. Its error is one of the context.
func (f *follower) gone(ctx context.Context, link string) (reason string, err error) {
	u, err := url.Parse(link)
	if err != nil {
		return "", nil //nolint:nilerr // it is checked when it is stored
	}
	_, reason, isGone, err := f.end(ctx, u)
	if !isGone {
		reason = ""
	}
	return reason, err
}

// end returns where a URL leads, or the reason why that isn't known, and whether it surely leads nowhere. Its error is one of the context.
func (f *follower) end(ctx context.Context, u *url.URL) (end *url.URL, reason string, isGone bool, err error) {
	for range maxHops + 1 {
		if !f.getter.Admits(u.String()) {
			return nil, "The link leads to an address that isn't public.", false, nil
		}
		if err := f.turn(ctx, strings.ToLower(u.Hostname())); err != nil {
			return nil, "", false, err
		}
		answer, err := f.getter.Get(ctx, u, fetch.AcceptPage, 0)
		switch {
		case ctx.Err() != nil:
			return nil, "", false, ctx.Err()
		case fetch.IsNoHost(err):
			return nil, fmt.Sprintf("%s doesn't exist.", u.Hostname()), true, nil
		case err != nil:
			return nil, fmt.Sprintf("%s couldn't be reached.", u.Hostname()), false, nil
		case answer.Location != nil:
			u = answer.Location
		case answer.Status == http.StatusNotFound, answer.Status == http.StatusGone, answer.Status >= http.StatusInternalServerError:
			return nil, fmt.Sprintf("%s answers with status %d.", u.Hostname(), answer.Status), answer.Status < http.StatusInternalServerError, nil
		default:
			return u, "", false, nil
		}
	}
	return nil, "The link redirects too often.", false, nil
}

// checkOwn refuses what cannot be a website of a product.
func checkOwn(website string) (own, reason string, err error) {
	if len(website) > catalog.MaxWebsite || !field.WebURL(website) || !fetch.IsPublicName(fetch.HostOf(website)) {
		return "", "The link leads to an address that isn't public.", nil
	}
	return website, "", nil
}
