package money

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// By is what the rows of a report are about.
type By string

// What a report can be by.
const (
	ByTool      By = "tool"
	ByNetwork   By = "network"
	ByProgramme By = "programme"
	ByPlacement By = "placement"
	ByMonth     By = "month"
)

// columns are the columns that a report is by. Days are added up to months here.
var columns = map[By]string{ByTool: "product_id", ByNetwork: "network", ByProgramme: "programme", ByPlacement: "placement", ByMonth: "day"}

// idleAfter is after how many days without earnings a link is listed, as networks pay late.
const idleAfter = 90

// worthAProgramme is how many tools without a link a report lists, the most clicked.
const worthAProgramme = 10

// Report is what affiliate links earned.
type Report struct {
	Total Row    `json:"total"`
	Rows  []Row  `json:"rows" nullable:"false" doc:"What earned most first, by the currency with most earnings"`
	Idle  []Link `json:"idle" nullable:"false" doc:"Links older than 90 days that earned nothing in 90 days"`
	// Linkless has the tools with clicks and no link, not even one that is off.
	Linkless []LinklessTool `json:"linkless" nullable:"false" doc:"The most clicked tools without an affiliate link, at most 10"`
}

// Row is a row of a report.
type Row struct {
	Key          string   `json:"key" doc:"Number of the product, name of the network, of the program or of the place, or the month (2026-11); empty: not known"`
	Name         string   `json:"name" doc:"The same as visitors read it: of a tool, its name"`
	Slug         string   `json:"slug" doc:"Slug of a listed tool; empty in other rows"`
	Clicks       int64    `json:"clicks" doc:"To affiliate links; by robots that say so not counted"`
	UniqueClicks int64    `json:"uniqueClicks" doc:"The first ones of an address, a tool and an hour"`
	Visits       int64    `json:"visits" doc:"All clicks to the tool's website, as in Traffic; 0 where the row is not about a tool"`
	Earnings     []Amount `json:"earnings" nullable:"false"`
	PerHundred   []Amount `json:"perHundred" nullable:"false" doc:"Earnings for 100 clicks (EPC)"`
}

// LinklessTool is a tool that visitors click on and no affiliate link leads to.
type LinklessTool struct {
	ID     int64  `json:"id"`
	Slug   string `json:"slug"`
	Name   string `json:"name"`
	Clicks int64  `json:"clicks"`
}

// sums are the figures of a row.
type sums struct {
	clicks, unique, visits int64
	earned                 map[string]int64 // by currency
}

// ReadReport adds up the clicks and earnings from one day to another.
func (s *Queries) ReadReport(ctx context.Context, by By, from, to visits.Day, snapshot *browse.Snapshot, counts *visits.Queries) (report Report, err error) {
	found := map[string]*sums{}
	of := func(key string) *sums {
		if by == ByMonth {
			day, _ := strconv.ParseInt(key, 10, 64) // the column has numbers
			key = visits.Day(day).String()[:len("2026-11")]
		}
		if found[key] == nil {
			found[key] = &sums{earned: map[string]int64{}}
		}
		return found[key]
	}
	var links []Link
	var earning []int64
	err = s.Read(ctx, "read what affiliate links earned", func(ctx context.Context, tx db.Tx) error {
		if err := tx.LongTimeout(ctx); err != nil {
			return err
		}
		type clicked struct {
			Key    string `db:"key"`
			Clicks int64  `db:"clicks"`
			Unique int64  `db:"unique_clicks"`
		}
		key := "CAST(" + columns[by] + " AS TEXT)"
		clicks, err := db.Collect(ctx, tx, db.Columns[clicked], "SELECT "+key+", CAST(SUM(clicks) AS BIGINT), CAST(SUM(unique_clicks) AS BIGINT) FROM affiliate_clicks "+
			"WHERE day BETWEEN ? AND ? GROUP BY 1", int64(from), int64(to))
		if err != nil {
			return err
		}
		for _, row := range clicks {
			of(row.Key).clicks += row.Clicks
			of(row.Key).unique += row.Unique
		}
		type earned struct {
			Key      string `db:"key"`
			Currency string `db:"currency"`
			Amount   int64  `db:"amount"`
		}
		const counted = "FROM affiliate_earnings WHERE import_id IN (SELECT id FROM affiliate_imports WHERE is_counted) AND day BETWEEN ? AND ?"
		earnings, err := db.Collect(ctx, tx, db.Columns[earned], "SELECT "+key+", currency, CAST(SUM(amount) AS BIGINT) "+counted+" GROUP BY 1, 2", int64(from), int64(to))
		if err != nil {
			return err
		}
		for _, row := range earnings {
			of(row.Key).earned[row.Currency] += row.Amount
		}
		today := visits.DayOf(s.Now())
		if earning, err = db.Collect(ctx, tx, db.Column[int64], "SELECT link_id "+counted+" GROUP BY link_id HAVING SUM(amount) > 0", int64(today-idleAfter+1), int64(today)); err != nil {
			return err
		}
		links, err = table.Select(ctx, tx, "WHERE"+isOfTool+"ORDER BY id")
		return err
	})
	if err != nil {
		return report, err
	}
	clicked, err := counts.VisitedProducts(ctx, from)
	if err != nil {
		return report, err
	}
	if by == ByTool {
		for _, tool := range clicked {
			if row := found[strconv.FormatInt(tool.Product, 10)]; row != nil {
				row.visits = tool.Clicks
			}
		}
	}
	report.Total, report.Rows = rowsOf(by, found, snapshot)
	report.Idle = idle(links, earning, s.Now())
	report.Linkless = linkless(clicked, links, snapshot)
	return report, nil
}

// rowsOf returns the rows, and all of them together.
func rowsOf(by By, found map[string]*sums, snapshot *browse.Snapshot) (total Row, rows []Row) {
	all := &sums{earned: map[string]int64{}}
	spelled := map[string]string{} // the first spelling of each name
	joined := map[string]*sums{}
	for _, key := range slices.Sorted(maps.Keys(found)) {
		row := found[key]
		all.clicks, all.unique, all.visits = all.clicks+row.clicks, all.unique+row.unique, all.visits+row.visits
		for currency, amount := range row.earned {
			all.earned[currency] += amount
		}
		folded := catalog.Fold(key)
		if _, known := spelled[folded]; !known {
			spelled[folded], joined[key] = key, row
			continue
		}
		first := joined[spelled[folded]]
		first.clicks, first.unique = first.clicks+row.clicks, first.unique+row.unique
		for currency, amount := range row.earned {
			first.earned[currency] += amount
		}
	}
	main := ""
	for _, currency := range slices.Sorted(maps.Keys(all.earned)) {
		if main == "" || all.earned[currency] > all.earned[main] {
			main = currency
		}
	}
	keys := slices.SortedFunc(maps.Keys(joined), func(a, b string) int {
		if by == ByMonth {
			return cmp.Compare(b, a)
		}
		one, other := joined[a], joined[b]
		return cmp.Or(cmp.Compare(other.earned[main], one.earned[main]), cmp.Compare(other.clicks, one.clicks), cmp.Compare(a, b))
	})
	rows = make([]Row, 0, len(keys))
	for _, key := range keys {
		rows = append(rows, joined[key].row(by, key, snapshot))
	}
	return all.row("", "", snapshot), rows
}

// row returns the figures as a row.
func (s *sums) row(by By, key string, snapshot *browse.Snapshot) Row {
	row := Row{Key: key, Name: key, Clicks: s.clicks, UniqueClicks: s.unique, Visits: s.visits, Earnings: amountsOf(s.earned), PerHundred: []Amount{}}
	if by == ByTool {
		row.Name = ""
		if item, found := snapshot.Product(key); found {
			row.Name, row.Slug = item.Name(), item.Slug()
		}
		if key == "0" {
			row.Key = ""
		}
	}
	if s.clicks > 0 {
		for _, earned := range row.Earnings {
			row.PerHundred = append(row.PerHundred, Amount{earned.Currency, earned.Amount * 100 / float64(s.clicks)})
		}
	}
	return row
}

// idle returns the active links that are old enough and not among those that earned.
func idle(links []Link, earning []int64, now time.Time) []Link {
	list := []Link{}
	for _, link := range links {
		if link.Active && now.Sub(link.CreatedAt) >= idleAfter*24*time.Hour && !slices.Contains(earning, link.ID) {
			list = append(list, link)
		}
	}
	return list
}

// linkless returns the most clicked tools without a link, also without one that is off.
func linkless(clicked []visits.ProductTotal, links []Link, snapshot *browse.Snapshot) []LinklessTool {
	hasLink := map[int64]bool{}
	for _, link := range links {
		hasLink[link.ProductID] = true
	}
	slices.SortStableFunc(clicked, func(a, b visits.ProductTotal) int { return cmp.Compare(b.Clicks, a.Clicks) })
	list := []LinklessTool{}
	for _, tool := range clicked {
		if len(list) == worthAProgramme || tool.Clicks == 0 {
			break
		}
		if item, found := snapshot.Product(strconv.FormatInt(tool.Product, 10)); found && !hasLink[tool.Product] {
			list = append(list, LinklessTool{item.ID(), item.Slug(), item.Name(), tool.Clicks})
		}
	}
	return list
}
