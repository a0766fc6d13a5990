package money_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/fetchtest"
	"github.com/vitrine-directory/vitrine/internal/money"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func TestNetworkOf(t *testing.T) {
	for website, want := range map[string]string{
		"https://pen.sjv.io/abc": "Impact", "https://PEN.PXF.IO./abc": "Impact", "https://pen.i384100.net/c/12/34/56": "Impact", "https://go.pen.example/c/12/34/56?u=x": "Impact",
		"https://get.partnerlinks.io/x": "PartnerStack", "https://pen.example/?ps_partner_key=a": "PartnerStack", "https://www.anrdoezrs.net/click-1-2": "CJ", "https://pen.example/a?cjevent=1": "CJ",
		"https://www.awin1.com/cread.php?awinmid=1": "Awin", "https://shareasale.com/r.cfm?b=1": "ShareASale", "https://click.linksynergy.com/deeplink?id=1": "Rakuten",
		"https://a.b.hop.clickbank.net/": "ClickBank", "https://www.digistore24.com/redir/1/ann/": "Digistore24", "https://amzn.to/3x": "Amazon Associates", "https://www.amazon.co.uk/dp/B0?tag=me-21": "Amazon Associates",
		"https://pen.example/?fpr=ann": "FirstPromoter", "https://pen.example/?TAP_A=1-a": "Tapfiliate", "https://pen.example/?via=ann": "Affiliate program", "https://pen.example/?ref=ann&fpr=ann": "FirstPromoter",
		"https://pen.example/": "", "https://pen.example/?utm_source=x": "", "https://pen.example/?tag=blog": "", "https://sjv.io.pen.example/": "", "https://notsjv.io/": "", "https://pen.example/c/12/34": "",
		"https://amazon.com.pen.example/?tag=a": "", "https://pen.example/#ref=ann": "", "": "", "%": "",
	} {
		if got := money.NetworkOf(website); got != want {
			t.Errorf("%s is a link of %q, want %q", website, got, want)
		}
	}
}

// movers is a desk with websites of many hosts at one address.
type movers struct {
	*desk
	web   *fetchtest.Website
	mover *money.Mover
	kill  atomic.Pointer[context.CancelFunc] // called by the next request of /kill
}

// open starts the websites: each answers as its path says.
func (m *movers) open(t *testing.T) {
	m.web = fetchtest.At(t, "127.0.0.2:0", func(w http.ResponseWriter, r *http.Request) {
		host, _, _ := strings.Cut(r.Host, ":")
		to := map[string]string{
			"/chain": m.url("track.pen.example", "/hop"), "/hop": m.url("pen.example", "/start?ref=me&plan=pro&irclickid=9&utm_source=x"), "/start": "/welcome?" + r.URL.RawQuery,
			"/loop": "/loop", "/private": "http://127.0.0.1/", "/inside": m.url("inside.example", "/"), "/script": "javascript:alert(1)", "/network": m.url("other.pxf.io", "/end"),
			"/broken": m.url("pen.example", "/500"), "/gone": m.url("pen.example", "/404"), "/robot": m.url("pen.example", "/403?via=me"), "/kill": m.url("pen.example", "/"),
		}[r.URL.Path]
		if kill := m.kill.Swap(nil); kill != nil && r.URL.Path == "/kill" {
			(*kill)()
			<-r.Context().Done()
		}
		switch {
		case to != "":
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusFound)
		case r.URL.Path == "/500":
			w.WriteHeader(http.StatusBadGateway)
		case r.URL.Path == "/404":
			w.WriteHeader(http.StatusNotFound)
		case r.URL.Path == "/403":
			w.WriteHeader(http.StatusForbidden)
		default:
			w.Header().Set("Content-Type", "text/html")
			_, _ = fmt.Fprintf(w, "<title>%s</title>%s", host, strings.Repeat("x", 1<<20))
		}
	})
	names := map[string][]string{"inside.example": {"127.0.0.1"}}
	for _, host := range []string{"pen.sjv.io", "other.pxf.io", "track.pen.example", "pen.example"} {
		names[host] = []string{"127.0.0.2"}
	}
	m.mover = money.NewMover(m.queries, fetch.New(fetch.Options{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.2/32")},
		Ports: []uint16{m.web.Port}, Resolver: (&fetchtest.Names{Hosts: names}).Resolver(t)}), slog.New(slog.DiscardHandler))
	m.mover.AskAtOnce()
}

func (m *movers) url(host, path string) string {
	return fmt.Sprintf("http://%s:%d%s", host, m.web.Port, path)
}

// add creates a tool with a website and returns its id.
func (m *movers) add(t *testing.T, website string) int64 {
	d := storetest.Draft(fmt.Sprintf("Tool at %s", website))
	d.Website = website
	return storetest.Create(t, m.Store, d).ID
}

// look starts a search and does it.
func (m *movers) look(t *testing.T) money.Moves {
	t.Helper()
	storetest.NoError(t, m.queries.StartMoves(t.Context(), "ann"))
	storetest.NoError(t, m.mover.Do(t.Context()))
	return m.state(t)
}

func (m *movers) state(t *testing.T) money.Moves {
	t.Helper()
	live := storetest.Must(browse.NewLive(t.Context(), m.Store, time.Now))(t)
	return storetest.Must(m.queries.ReadMoves(t.Context(), m.mover.LikeLinks(live.Snapshot())))(t)
}

func (m *movers) website(t *testing.T, id int64) string {
	t.Helper()
	all := storetest.ReadAll(t, m.Store).Products
	return all[slices.IndexFunc(all, func(p catalog.Product) bool { return p.ID == id })].Website
}

func eachMovers(t *testing.T, test func(t *testing.T, m *movers)) {
	t.Parallel()
	storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
		m := &movers{desk: openDesk(t, o)}
		m.open(t)
		test(t, m)
	})
}

// Links are followed to where they end, and each that has no end at a tool says why.
func TestFollow(t *testing.T) {
	eachMovers(t, func(t *testing.T, m *movers) {
		const silent = "inside.example couldn't be reached."
		want := map[int64][2]string{}
		for _, c := range [][3]string{
			{"pen.sjv.io", "/chain", m.url("pen.example", "/welcome?plan=pro")},
			{"pen.sjv.io", "/robot", m.url("pen.example", "/403")},
			{"pen.example", "/a?x=1&via=me&y=%20#top", m.url("pen.example", "/a?x=1&y=%20#top")},
			{"pen.example", "/?fpr=me", m.url("pen.example", "/")},
			{"pen.sjv.io", "/page", "-The link ends at the network, not at a tool."},
			{"pen.sjv.io", "/network", "-The link ends at the network, not at a tool."},
			{"pen.sjv.io", "/loop", "-The link redirects too often."},
			{"pen.sjv.io", "/private", "-The link leads to an address that isn't public."},
			{"pen.sjv.io", "/script", "-The link leads to an address that isn't public."},
			{"pen.sjv.io", "/inside", "-" + silent},
			{"pen.sjv.io", "/broken", "-pen.example answers with status 502."},
			{"pen.sjv.io", "/gone", "-pen.example answers with status 404."},
		} {
			id := m.add(t, m.url(c[0], c[1]))
			if reason, none := strings.CutPrefix(c[2], "-"); none {
				want[id] = [2]string{"", reason}
			} else {
				want[id] = [2]string{c[2], ""}
			}
		}
		_ = m.add(t, m.url("pen.example", "/?utm_source=x"))
		state := m.look(t)
		storetest.Same(t, "counts", []int{state.LooksLike, state.Total, state.Pending, len(state.Moves)}, []int{len(want), len(want), 0, len(want)})
		for _, move := range state.Moves {
			storetest.Same(t, move.Website, [2]string{move.Own, move.Reason}, want[move.Product])
		}
		storetest.Same(t, "requests", int(m.web.Hits.Load()), 27)
		_ = m.look(t)
		storetest.Same(t, "requests with those of a second search, for what was not found", int(m.web.Hits.Load()), 27+21)
	})
}

// A search that is killed goes on with what is pending.
func TestFollowKilled(t *testing.T) {
	eachMovers(t, func(t *testing.T, m *movers) {
		done, id := m.add(t, m.url("pen.example", "/?via=me")), m.add(t, m.url("pen.sjv.io", "/kill"))
		storetest.NoError(t, m.queries.StartMoves(t.Context(), "ann"))
		killed, kill := context.WithCancel(t.Context())
		m.kill.Store(&kill)
		storetest.WantError(t, m.mover.Do(killed))
		if state := m.state(t); state.Pending == 0 || state.Total != 2 {
			t.Errorf("pending after a kill: %+v", state)
		}
		storetest.NoError(t, m.mover.Do(t.Context()))
		state := m.state(t)
		storetest.Same(t, "found", []any{state.Pending, state.Moves[0].Product, state.Moves[1].Product, state.Moves[1].Own}, []any{0, done, id, m.url("pen.example", "/")})
	})
}

// What is accepted is one change, with the link beside the website, and one undo reverts it.
func TestAcceptMoves(t *testing.T) {
	eachMovers(t, func(t *testing.T, m *movers) {
		first, second := m.add(t, m.url("pen.sjv.io", "/chain")), m.add(t, m.url("pen.example", "/?via=me"))
		full, elsewhere, none := m.add(t, m.url("pen.example", "/?aff=1")), m.add(t, m.url("pen.example", "/?aff=2")), m.add(t, m.url("pen.sjv.io", "/page"))
		text := func(s string) *string { return &s }
		has := money.Fields{Network: text("Mine"), URL: text(m.url("pen.example", "/?via=me"))}
		_ = storetest.Must(m.queries.AddLink(t.Context(), "ann", second, has))(t)
		for range money.MaxLinks {
			_ = storetest.Must(m.queries.AddLink(t.Context(), "ann", full, has))(t)
		}
		storetest.Same(t, "found", len(m.look(t).Moves), 5)
		m.move(t, elsewhere, "https://new.example/?aff=2")
		storetest.Same(t, "what is seen of a website that has changed", slices.ContainsFunc(m.state(t).Moves, func(o money.Move) bool { return o.Product == elsewhere }), false)

		done := storetest.Must(m.queries.AcceptMoves(t.Context(), "ann", []int64{first, second, full, elsewhere, none, 999}))(t)
		storetest.Same(t, "moved", done.Count, 2)
		var skipped []int64
		for _, one := range done.Skipped {
			skipped = append(skipped, one.Product)
		}
		storetest.Same(t, "skipped", skipped, []int64{full, elsewhere, none, 999})
		storetest.WantText(t, done.Skipped[0].Reason, "at most 20 affiliate links")
		websites := func() []string { return []string{m.website(t, first), m.website(t, second), m.website(t, elsewhere)} }
		storetest.Same(t, "websites", websites(), []string{m.url("pen.example", "/welcome?plan=pro"), m.url("pen.example", "/"), "https://new.example/?aff=2"})
		links := storetest.Must(m.queries.LinksOf(t.Context(), first))(t)
		storetest.Same(t, "link", []any{len(links), links[0].Network, links[0].URL, links[0].Active}, []any{1, "Impact", m.url("pen.sjv.io", "/chain"), true})
		storetest.Same(t, "links of a tool that had it", len(storetest.Must(m.queries.LinksOf(t.Context(), second))(t)), 1)

		_ = storetest.Must(m.Undo(t.Context(), "ann", done.Version, ""))(t)
		storetest.Same(t, "websites after undo", websites(), []string{m.url("pen.sjv.io", "/chain"), m.url("pen.example", "/?via=me"), "https://new.example/?aff=2"})
		storetest.Same(t, "links after undo", len(storetest.Must(m.queries.LinksOf(t.Context(), first))(t)), 0)

		storetest.NoError(t, m.queries.DismissMoves(t.Context(), "ann", []int64{second, full, none}, true))
		storetest.NoError(t, m.queries.DismissMoves(t.Context(), "ann", []int64{none}, false))
		all := storetest.Must(m.queries.AcceptMoves(t.Context(), "ann", nil))(t)
		storetest.Same(t, "all that are left", []int{all.Count, len(all.Skipped)}, []int{1, 0})
		again := m.look(t)
		storetest.Same(t, "after all", []int{again.LooksLike, len(again.Moves)}, []int{2, 2})
		nothing := storetest.Must(m.queries.AcceptMoves(t.Context(), "ann", []int64{first}))(t)
		storetest.Same(t, "nothing", []any{nothing.Count, nothing.Version}, []any{0, all.Version})
	})
}

// move gives a tool another website.
func (m *movers) move(t *testing.T, id int64, website string) {
	t.Helper()
	d := storetest.Draft("Moved")
	d.Website = website
	_, err := m.UpdateProduct(t.Context(), "ann", id, 0, d)
	storetest.NoError(t, err)
}

// More networks than there can be are refused as a whole.
func TestAcceptTooManyNetworks(t *testing.T) {
	t.Parallel()
	m := &movers{desk: openDesk(t, storetest.Migrated(t))}
	m.open(t)
	id := m.add(t, m.url("pen.example", "/?via=me"))
	storetest.NoError(t, m.WriteUnversioned(t.Context(), "ann", "add networks", func(ctx context.Context, w *db.WriteTx) error {
		return w.Exec(ctx, "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) INSERT INTO affiliate_links (product_id, network, programme, url, sub_id, active, note, created_at, updated_at) "+
			"SELECT 1, 'Network ' || i, '', 'https://net.example/' || i, '', TRUE, '', 1, 1 FROM n", money.MaxNetworks)
	}))
	_ = m.look(t)
	_, err := m.queries.AcceptMoves(t.Context(), "ann", []int64{id})
	storetest.WantFault(t, err, fault.Conflict)
	storetest.Same(t, "website", m.website(t, id), m.url("pen.example", "/?via=me"))
}
