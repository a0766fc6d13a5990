package money

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// How the links in use are checked.
const (
	checkEvery  = 24 * time.Hour // each of them
	checksARun  = 1_000
	checkWithin = 30 * time.Minute // a run
)

// check is what is known of a link: whether it is broken. One whose URL has changed since is as if it were not there.
type check struct {
	Link      int64     `db:"link_id,key"`
	URL       string    `db:"url"`
	Reason    string    `db:"reason"` // why it is broken; empty: it isn't, or that isn't sure
	IsFailing bool      `db:"is_failing"`
	CheckedAt time.Time `db:"checked_at"`
}

var checks = db.TableOf[check]("affiliate_checks")

// isOfTool is the condition for rows of a product that is not in the trash. It looks for the product of each row: a list of all
// products, as IN reads it, takes SQLite 0.08 s at 100,000.
const isOfTool = " EXISTS (SELECT 1 FROM products p WHERE p.id = product_id AND p.deleted_at IS NULL) "

// isFailing is the condition for links that were broken at two checks, a day apart: the website is used instead.
const isFailing = " EXISTS (SELECT 1 FROM affiliate_checks c WHERE c.link_id = affiliate_links.id AND c.url = affiliate_links.url AND c.is_failing) "

// ListedLink is an affiliate link with whether it works.
type ListedLink struct {
	Link
	Failing string `json:"failing" doc:"Why it is not used: it was broken at two checks, a day apart. Empty: it is"`
}

// listed adds to links which of them are failing.
func listed(ctx context.Context, tx db.Tx, links []Link) ([]ListedLink, error) {
	failing, err := checks.Select(ctx, tx, "WHERE is_failing")
	if err != nil {
		return nil, err
	}
	list := make([]ListedLink, len(links))
	for i, link := range links {
		list[i].Link = link
		if at := slices.IndexFunc(failing, func(c check) bool { return c.Link == link.ID && c.URL == link.URL }); at >= 0 {
			list[i].Failing = failing[at].Reason
		}
	}
	return list, nil
}

// dueLinks reads the active links that were not checked since a time, with what is known of them.
func (s *Queries) dueLinks(ctx context.Context, since time.Time) (links []Link, known map[int64]check, err error) {
	err = s.Read(ctx, "read which affiliate links are checked", func(ctx context.Context, tx db.Tx) error {
		links, err = table.Select(ctx, tx, "WHERE active AND"+isOfTool+"AND NOT EXISTS (SELECT 1 FROM affiliate_checks c "+
			"WHERE c.link_id = affiliate_links.id AND c.url = affiliate_links.url AND c.checked_at > ?) ORDER BY id LIMIT ?", since.UnixMicro(), checksARun)
		if err != nil || len(links) == 0 {
			return err
		}
		found, err := checks.Select(ctx, tx, "WHERE link_id BETWEEN ? AND ?", links[0].ID, links[len(links)-1].ID)
		known = map[int64]check{}
		for _, c := range found {
			known[c.Link] = c
		}
		return err
	})
	return links, known, err
}

// saveCheck stores a check. A link that begins or ends to fail is a change of what the catalogue shows of its product.
func (s *Queries) saveCheck(ctx context.Context, link Link, was check, reason string) error {
	if was.URL != link.URL {
		was = check{}
	}
	now := check{Link: link.ID, URL: link.URL, Reason: reason, IsFailing: reason != "" && was.Reason != ""}
	write := func(ctx context.Context, w *db.WriteTx) error {
		now.CheckedAt = w.At
		if now.IsFailing != was.IsFailing {
			if err := touch(ctx, w, link.ProductID); err != nil {
				return err
			}
		}
		return w.Exec(ctx, "INSERT INTO affiliate_checks ("+checks.Columns+") SELECT ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM affiliate_links WHERE id = ? AND url = ?) "+
			"ON CONFLICT (link_id) DO UPDATE SET "+db.SetExcluded(checks.Columns), now.Link, now.URL, now.Reason, now.IsFailing, now.CheckedAt.UnixMicro(), link.ID, link.URL)
	}
	const doing = "store whether an affiliate link works"
	if now.IsFailing == was.IsFailing {
		return s.WriteUnversioned(ctx, "", doing, write)
	}
	return s.Write(ctx, db.WriteOptions{Doing: doing}, write)
}

// CheckLinks follows the links that are due, and stores which are broken: not there (404, 410) or a host that doesn't exist. What
// refuses, fails or takes too long says nothing.
func (m *Mover) CheckLinks(ctx context.Context) (string, error) {
	links, known, err := m.queries.dueLinks(ctx, m.queries.Now().Add(-checkEvery))
	if err != nil {
		return "", err
	}
	f := &follower{getter: m.getter, every: m.every, next: map[string]time.Time{}}
	errs := make([]error, len(links))
	atOnce(len(links), func(i int) {
		reason, err := f.gone(ctx, links[i].URL)
		if err == nil {
			err = m.queries.saveCheck(ctx, links[i], known[links[i].ID], reason)
		}
		errs[i] = err
	})
	return fmt.Sprintf("%d affiliate links checked", len(links)), errors.Join(errs...)
}

// atOnce calls do for each number below count, followedAtOnce at a time.
func atOnce(count int, do func(i int)) {
	var all sync.WaitGroup
	room := make(chan struct{}, followedAtOnce)
	for i := range count {
		room <- struct{}{} // each ends soon after its context does
		all.Go(func() {
			defer func() { <-room }()
			do(i)
		})
	}
	all.Wait()
}

// CountFailing returns how many affiliate links in use led nowhere when they were last checked.
func (s *Queries) CountFailing(ctx context.Context) (count int, err error) {
	err = s.Read(ctx, "count the broken affiliate links", func(ctx context.Context, tx db.Tx) error {
		return tx.Row(ctx, "SELECT COUNT(*) FROM affiliate_links WHERE active AND"+isFailing+"AND"+isOfTool).Scan(&count)
	})
	return count, err
}
