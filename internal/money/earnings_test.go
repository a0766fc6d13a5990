package money_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/unicode"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/exchange"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/features"
	"github.com/vitrine-directory/vitrine/internal/money"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

func TestParseAmount(t *testing.T) {
	for cell, want := range map[string]string{
		"12.34": "123400 ", "$1,234.50": "12345000 USD", "1.234,50 €": "12345000 EUR", "12,34": "123400 ", "1,234": "12340000 ", "-3.20": "-32000 ", "(3.20)": "-32000 ",
		"-$3.20": "-32000 USD", "$-3.20": "-32000 USD", "£.5": "5000 GBP", "USD 5": "50000 USD", "5 eur": "50000 EUR", "0": "0 ", "1'234.5": "12345000 ", "1 234,5": "12345000 ",
		"1,234,567": "12345670000 ", "+2": "20000 ", "0.00005": "1 ",
	} {
		if amount, currency, ok := money.ParseAmount(cell); !ok || fmt.Sprint(amount, " ", currency) != want {
			t.Errorf("%q is %d %q, %t, want %s", cell, amount, currency, ok, want)
		}
	}
	for _, cell := range []string{"", "-", "abc", "12.34.x", "(3", "3)", "1e9", "9999999999999", "NaN", "$", "1 USDX", "--3", "0x10"} {
		if amount, _, ok := money.ParseAmount(cell); ok {
			t.Errorf("%q is %d", cell, amount)
		}
	}
}

// desk is a site with three tools: Pen and Ink have links, of which two are of one programme.
type desk struct {
	*store.Store
	queries *money.Queries
	links   []money.Link
}

func openDesk(t *testing.T, o store.Options) *desk {
	t.Helper()
	d := &desk{Store: storetest.OpenAt(t, o)}
	d.queries = &money.Queries{DB: d.DB}
	for _, name := range []string{"Pen", "Ink", "Nib"} {
		_ = storetest.Must(d.CreateProduct(t.Context(), "test", storetest.Draft(name)))(t)
	}
	text := func(s string) *string { return &s }
	for i, f := range []money.Fields{
		{Network: text("Impact"), Programme: text("Pen Inc"), URL: text("https://net.example/1"), SubID: text("s={placement}-{tool}")},
		{Network: text("Impact"), Programme: text("Writers"), URL: text("https://net.example/2"), SubID: text("s={placement}")},
		{Network: text("Impact"), Programme: text("Writers"), URL: text("https://net.example/3")},
	} {
		d.links = append(d.links, storetest.Must(d.queries.AddLink(t.Context(), "test", int64(i+1), f))(t))
	}
	return d
}

func (d *desk) read(t *testing.T, o money.EarningsOptions, file string) money.EarningsRead {
	t.Helper()
	return storetest.Must(d.queries.ImportEarnings(t.Context(), "test", strings.NewReader(file), o))(t)
}

// earned returns the earnings by a kind of rows, as "name amount currency".
func (d *desk) earned(t *testing.T, by money.By) (found []string) {
	t.Helper()
	live := storetest.Must(browse.NewLive(t.Context(), d.Store, time.Now))(t)
	report := storetest.Must(d.queries.ReadReport(t.Context(), by, 0, visits.DayOf(time.Now())+1, live.Snapshot(), &d.Visits))(t)
	for _, row := range report.Rows {
		for _, amount := range row.Earnings {
			found = append(found, fmt.Sprintf("%s %g %s", row.Name, amount.Amount, amount.Currency))
		}
	}
	return found
}

func eachDesk(t *testing.T, test func(t *testing.T, d *desk)) {
	t.Parallel()
	storetest.EachMigrated(t, func(t *testing.T, o store.Options) { test(t, openDesk(t, o)) })
}

const impact = "Action Id,Action Date,Campaign,Status,Earnings,SubId1,Currency\n" +
	"A-1,2026-11-03 10:00:00,Pen Inc,APPROVED,12.50,list-pen,USD\n" +
	"A-2,2026-11-04 10:00:00,Pen Inc,PENDING,7.50,issue-12-pen,USD\n" +
	"A-3,2026-11-04 11:00:00,Pen Inc,REVERSED,99,list-pen,USD\n" +
	"A-4,2026-11-04 12:00:00,Writers,APPROVED,3,,EUR\n" +
	"A-5,2026-11-05 12:00:00,Writers,APPROVED,4,tool,USD\n" +
	"A-6,2026-11-05 12:00:00,Brushes,APPROVED,1,unheard-of,USD\n" +
	",,,,27,,\n"

// A network's report is joined by sub-id, else by programme and day; the same file adds nothing, and a changed one the difference.
// One undo reverts an import; currencies are kept apart.
func TestImportEarnings(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		// On November 4 visitors went to Ink alone, on the 5th to both tools of the programme.
		storetest.NoError(t, d.queries.AddClicks(t.Context(), []money.Click{
			{Day: dayOf("2026-11-04"), Product: 2, Link: 2, Network: "Impact", Programme: "Writers", Placement: "tool"},
			{Day: dayOf("2026-11-05"), Product: 2, Link: 2, Network: "Impact", Programme: "Writers", Placement: "tool"},
			{Day: dayOf("2026-11-05"), Product: 3, Link: 3, Network: "Impact", Programme: "Writers", Placement: "tool"},
		}))
		o := money.EarningsOptions{Network: "Impact", File: "november.csv"}
		dry := o
		dry.DryRun = true
		looked := d.read(t, dry, impact)
		storetest.Same(t, "nothing yet", d.earned(t, money.ByTool), []string(nil))
		found := d.read(t, o, impact)
		storetest.Same(t, "the dry run said", looked, found)
		storetest.Same(t, "found", []any{found.Rows, found.Skipped, found.Added, found.BySubID, found.ByProgramme, found.Unknown, found.Amounts},
			[]any{6, 1, 5, 2, 1, 2, []money.Amount{{Currency: "EUR", Amount: 3}, {Currency: "USD", Amount: 25}}})
		storetest.Same(t, "columns", found.Columns, money.EarningsColumns{Date: "Action Date", Amount: "Earnings", Currency: "Currency", Programme: "Campaign", SubID: "SubId1", ID: "Action Id", Status: "Status"})
		all := []string{"Pen 20 USD", " 5 USD", "Ink 3 EUR"}
		storetest.Same(t, "by tool", d.earned(t, money.ByTool), all)
		storetest.Same(t, "by place", d.earned(t, money.ByPlacement), []string{"list 12.5 USD", "issue-12 7.5 USD", " 3 EUR", " 5 USD"})
		storetest.Same(t, "by program", d.earned(t, money.ByProgramme), []string{"Pen Inc 20 USD", "Writers 3 EUR", "Writers 4 USD", "Brushes 1 USD"})
		storetest.Same(t, "by month", d.earned(t, money.ByMonth), []string{"2026-11 3 EUR", "2026-11 25 USD"})
		again := d.read(t, o, impact)
		storetest.Same(t, "again", []int{again.Added, again.Changed}, []int{0, 0})
		undoFirst := storetest.ReadAll(t, d.Store).Version

		later := strings.NewReplacer("PENDING,7.50", "APPROVED,8.00", "A-1,2026-11-03 10:00:00,Pen Inc,APPROVED", "A-1,2026-11-03 10:00:00,Pen Inc,REVERSED").Replace(impact)
		changed := d.read(t, o, later)
		storetest.Same(t, "changed", []any{changed.Added, changed.Changed, changed.Amounts}, []any{0, 2, []money.Amount{{Currency: "USD", Amount: -12}}})
		storetest.Same(t, "then", d.earned(t, money.ByTool), []string{"Pen 8 USD", " 5 USD", "Ink 3 EUR"})
		undoLater := storetest.ReadAll(t, d.Store).Version

		undo := func(version int64) error {
			_, err := d.Undo(t.Context(), "test", version, "")
			return err
		}
		storetest.WantFault(t, undo(undoFirst), fault.Conflict)
		storetest.NoError(t, undo(undoLater))
		storetest.Same(t, "the later one undone", d.earned(t, money.ByTool), all)
		storetest.NoError(t, undo(undoFirst))
		storetest.Same(t, "both undone", d.earned(t, money.ByTool), []string(nil))
		redo := storetest.ReadAll(t, d.Store).Version
		storetest.NoError(t, undo(redo))
		storetest.Same(t, "the undo undone", d.earned(t, money.ByTool), all)
	})
}

// What cannot be read changes nothing, and says why.
func TestImportEarningsMistakes(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		for _, c := range map[string]struct{ file, field, said string }{
			"empty":                    {"", "file", "headings"},
			"no amounts":               {"Date,Name\n2026-11-01,A\n", "amountColumn", "choose the column"},
			"a wrong date":             {"Date,Commission\nsoon,3\n", "file", `Line 2: "soon" is not a date`},
			"a wrong amount":           {"Date,Commission,Currency\n2026-11-01,much,USD\n", "file", `"much" is not an amount`},
			"no currency":              {"Date,Commission\n2026-11-01,3\n", "file", "currency"},
			"an open quote":            {"Date,Commission,Currency\n2026-11-01,3,USD\n\"2026-11-02,3,USD\n", "file", "quotes"},
			"the second line is wrong": {"Date,Commission,Currency\n2026-11-01,3,USD\n2026-11-01,x,USD\n", "file", "Line 3"},
		} {
			_, err := d.queries.ImportEarnings(t.Context(), "test", strings.NewReader(c.file), money.EarningsOptions{Network: "Impact"})
			storetest.WantInvalid(t, err, c.field)
			storetest.WantError(t, err, c.said)
		}
		for _, o := range []money.EarningsOptions{{}, {Network: "Impact", Currency: "dollars"}, {Network: strings.Repeat("x", 81)}, {Network: "Impact", Columns: money.EarningsColumns{Date: "When"}}} {
			_, err := d.queries.ImportEarnings(t.Context(), "test", strings.NewReader("Date,Commission\n"), o)
			storetest.WantFault(t, err, fault.Invalid)
		}
		_, err := d.queries.ImportEarnings(t.Context(), "test", strings.NewReader("\x00\x01PNG"), money.EarningsOptions{Network: "Impact"})
		storetest.WantFault(t, err, fault.Invalid)
		storetest.Same(t, "imports", storetest.Must(d.queries.Imports(t.Context()))(t), []money.Import{})
	})
}

// The reports of other networks are read as they come: their headings, separators, encodings and dates.
func TestEarningsForms(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		utf16 := func(text string) string {
			return storetest.Must(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(text))(t)
		}
		for network, file := range map[string]string{
			"Awin":         "Transaction ID,Transaction Date,Advertiser,Click Ref,Commission Amount,Commission Status,Currency\n1,25/03/2026,Pen Inc,list-pen,10.00,Approved,GBP\n2,04/03/2026,Pen Inc,list-pen,5.00,Declined,GBP\n",
			"CJ":           "Event Date;Commission ID;Advertiser Name;SID;Publisher Commission;Currency\n03/25/2026;c1;Pen Inc;list-pen;10,00;GBP\n",
			"ShareASale":   "Trans ID\tTrans Date\tMerchant\tAffTrack\tCommission\tVoided\n9\t3/25/2026 01:02:03 PM\tPen Inc\tlist-pen\t£10.00\t\n10\t3/26/2026\tPen Inc\tlist-pen\t£4.00\tYes\n",
			"PartnerStack": utf16("Reward Key,Created At,Partnership,Sub IDs,Reward Amount,Currency\nr1,\"Mar 25, 2026\",Pen Inc,list-pen,10,GBP\n"),
			"Rewardful":    "\ufeffID,Created,Campaign,Via,Commission,Currency,State\n1,2026-03-25T23:30:00Z,Pen Inc,list-pen,10,gbp,paid\n",
			"Caf\xe9":      "Date,Merchant,SubId,Commission\n2026-03-25,Caf\xe9,list-pen,\xa310.00\n",
		} {
			found := d.read(t, money.EarningsOptions{Network: strings.ToValidUTF8(network, "é")}, file)
			storetest.Same(t, network, []any{found.Added, found.BySubID, found.Amounts}, []any{1, 1, []money.Amount{{Currency: "GBP", Amount: 10}}})
		}
		storetest.Same(t, "all", d.earned(t, money.ByTool), []string{"Pen 60 GBP"})
		storetest.Same(t, "days", place{queries: d.queries}.rows(t, "SELECT DISTINCT day FROM affiliate_earnings"), []string{fmt.Sprint(int64(dayOf("2026-03-25")))})
		mine := money.EarningsOptions{Network: "Mine", Columns: money.EarningsColumns{Date: "Wann", Amount: "Geld", SubID: "Wo"}, Currency: "EUR"}
		_ = d.read(t, mine, "Wann,Geld,Wo\n04/03/2026,1,\n25/03/2026,\"1,50\",list-pen\n")
		mine.Columns, mine.Network = money.EarningsColumns{}, "MINE" // they are remembered
		storetest.Same(t, "my own form", d.read(t, mine, "Geld,Wo,Wann\n2,list-pen,26/03/2026\n").BySubID, 1)
		storetest.Same(t, "my own form", d.earned(t, money.ByTool), []string{"Pen 3.5 EUR", "Pen 60 GBP", " 1 EUR"})
	})
}

// The figures equal a count by hand, over 10,000 clicks and 400 rows.
func TestReportByHand(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		random := rand.New(rand.NewPCG(1, 2))
		today := visits.DayOf(d.Now())
		clicks, hand := make([]money.Click, 0, 10_000), map[string]int64{}
		for range 10_000 {
			link := d.links[random.IntN(3)]
			click := money.Click{Day: today - visits.Day(random.IntN(60)), Product: link.ProductID, Link: link.ID, Network: link.Network, Programme: link.Programme,
				Placement: []string{"list", "tool", "search"}[random.IntN(3)], IsFirst: random.IntN(2) == 0}
			clicks = append(clicks, click)
			if click.Day > today-30 {
				hand[fmt.Sprint("tool", click.Product)]++
				hand["placement"+click.Placement]++
				hand["programme"+click.Programme]++
			}
		}
		storetest.NoError(t, d.queries.AddClicks(t.Context(), clicks))
		var file strings.Builder
		file.WriteString("Date,Commission,Currency,Sub ID,Action ID\n")
		for i := range 400 {
			day, cents, place := today-visits.Day(random.IntN(60)), random.IntN(10_000), []string{"list", "tool", "search"}[random.IntN(3)]
			fmt.Fprintf(&file, "%s,%d.%02d,USD,%s-pen,%d\n", day, cents/100, cents%100, place, i)
			if day > today-30 {
				hand["earned"] += int64(cents)
				hand["earned at "+place] += int64(cents)
			}
		}
		found := d.read(t, money.EarningsOptions{Network: "Impact"}, file.String())
		storetest.Same(t, "by sub-id", found.BySubID, found.Added)
		live := storetest.Must(browse.NewLive(t.Context(), d.Store, time.Now))(t)
		for _, by := range []money.By{money.ByTool, money.ByPlacement, money.ByProgramme, money.ByNetwork, money.ByMonth} {
			report := storetest.Must(d.queries.ReadReport(t.Context(), by, today-29, today, live.Snapshot(), &d.Visits))(t)
			var clicked, cents int64
			for _, row := range report.Rows {
				clicked += row.Clicks
				for _, amount := range row.Earnings {
					cents += int64(amount.Amount*100 + 0.5)
				}
				if want, counted := hand[string(by)+row.Key]; counted && row.Clicks != want {
					t.Errorf("%s %s: %d clicks, want %d", by, row.Key, row.Clicks, want)
				}
				if by == money.ByPlacement {
					storetest.Same(t, "earned at "+row.Key, int64(row.Earnings[0].Amount*100+0.5), hand["earned at "+row.Key])
					storetest.Same(t, "per hundred", row.PerHundred[0].Amount, row.Earnings[0].Amount*100/float64(row.Clicks))
				}
			}
			storetest.Same(t, string(by), []int64{clicked, cents}, []int64{report.Total.Clicks, hand["earned"]})
		}
	})
}

// A tool whose link is off is not among those without one, nor that link among the idle.
func TestReportOfLinksThatAreOff(t *testing.T) {
	t.Parallel()
	storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
		now := time.Now()
		o.Now = func() time.Time { return now }
		d := openDesk(t, o)
		_ = storetest.Must(d.CreateProduct(t.Context(), "test", storetest.Draft("Cap")))(t)
		off := false
		_ = storetest.Must(d.queries.ChangeLinks(t.Context(), "test", []int64{d.links[2].ID}, money.Fields{Active: &off}))(t)
		now = now.AddDate(0, 0, 91)
		var clicked []visits.Count
		for product := range int64(4) {
			clicked = append(clicked, visits.Count{Product: product + 1, Day: visits.DayOf(now), Tally: visits.Tally{Clicks: 3}})
		}
		storetest.NoError(t, d.AddVisits(t.Context(), clicked))
		live := storetest.Must(browse.NewLive(t.Context(), d.Store, time.Now))(t)
		report := storetest.Must(d.queries.ReadReport(t.Context(), money.ByTool, 0, visits.DayOf(now), live.Snapshot(), &d.Visits))(t)
		storetest.Same(t, "without a link", report.Linkless, []money.LinklessTool{{ID: 4, Slug: "cap", Name: "Cap", Clicks: 3}})
		storetest.Same(t, "idle", []int64{report.Idle[0].ID, report.Idle[1].ID, int64(len(report.Idle))}, []int64{d.links[0].ID, d.links[1].ID, 2})
	})
}

func dayOf(text string) visits.Day {
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return visits.DayOf(at)
}

// A file of the catalogue has the links of its tools; reading it again changes nothing, and another network or a new link is one change
// that an undo reverts.
func TestImportLinks(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		importFile := func(text string) (catalog.ImportResult, error) {
			file := storetest.Must(exchange.Read(strings.NewReader(text), exchange.CSV, catalog.MatchAsk))(t)
			if len(file.Rows) == 0 {
				t.Fatalf("no row: %+v", file)
			}
			return d.ImportProducts(t.Context(), "test", file.Rows, catalog.ImportOptions{})
		}
		links := func() (found []string) {
			for _, link := range storetest.Must(d.queries.Links(t.Context()))(t) {
				found = append(found, fmt.Sprintf("%d %s %s %s", link.ProductID, link.Network, link.Programme, link.URL))
			}
			return found
		}
		before := links()
		for _, format := range []exchange.Format{exchange.CSV, exchange.JSONLines} {
			var file bytes.Buffer
			content := storetest.Must((&archive.Queries{DB: d.DB, Kinds: d.Kinds}).Content(t.Context()))(t)
			storetest.NoError(t, exchange.Write(&file, format, slices.Values(content.Products()), features.LinksIn(&content.Content)))
			read := storetest.Must(exchange.Read(&file, format, catalog.MatchAsk))(t)
			result := storetest.Must(d.ImportProducts(t.Context(), "test", read.Rows, catalog.ImportOptions{}))(t)
			storetest.Same(t, string(format)+" of the same site", result, catalog.ImportResult{Unchanged: 3})
		}
		const head = "name,website,description,categories,type,affiliateUrl,affiliateNetwork,affiliateProgramme\n"
		pen := d.products(t)[0]
		row := fmt.Sprintf("%s,%s,%q,%s,%s,", pen.Name, pen.Website, pen.Description, strings.Join(pen.Categories, ";"), pen.Type)
		storetest.Same(t, "another network", storetest.Must(importFile(head+row+"https://net.example/1,Awin,\n"))(t), catalog.ImportResult{Updated: 1})
		storetest.Same(t, "links", links()[0], "1 Awin Pen Inc https://net.example/1")
		_ = storetest.Must(importFile(head + row + "https://other.example/2,,\n"))(t)
		storetest.Same(t, "a link without a network", links()[len(before)], "1 other.example  https://other.example/2")
		_ = storetest.Must(d.Undo(t.Context(), "test", storetest.ReadAll(t, d.Store).Version, ""))(t)
		storetest.Same(t, "undone", len(links()), len(before))
		_, err := importFile(head + row + "http://10.0.0.1/,,\n")
		storetest.WantError(t, err, "Line 2", "public website")
		_ = storetest.Must(importFile("name,affiliate link,description,categories,type\nNew,https://new.example/,What it does,Writing,Free\n"))(t)
		storetest.Same(t, "the only address of a file is the website", d.products(t)[3].Website, "https://new.example/")
		storetest.Same(t, "no link of it", len(links()), len(before))
	})
}

func (d *desk) products(t *testing.T) []catalog.Product {
	t.Helper()
	all := storetest.ReadAll(t, d.Store).Products
	slices.SortFunc(all, func(a, b catalog.Product) int { return int(a.ID - b.ID) })
	return all
}
