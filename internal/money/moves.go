package money

import (
	"context"
	"slices"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
)

// moveState is what is known of a website that looks like a link; "dismissed": an administrator wants it to stay.
type moveState string

const (
	movePending moveState = "pending" // it was not followed yet
	moveFound   moveState = "found"   // the tool's own address is known
	moveNone    moveState = "none"    // there is none
)

// Move is the proposal to keep a tool's website that looks like a link as its affiliate link, with its own address as the website.
type Move struct {
	Product   int64     `json:"product" db:"product_id,key" doc:"Id of the product"`
	Website   string    `json:"website" db:"website" doc:"The website now, which becomes an affiliate link"`
	Network   string    `json:"network" db:"network"`
	State     moveState `json:"state" db:"state" enum:"found,none"`
	Own       string    `json:"own" db:"own" doc:"The tool's own address; empty: none was found"`
	Reason    string    `json:"reason" db:"reason" doc:"Why none was found"`
	UpdatedAt time.Time `json:"-" db:"updated_at"`
}

var moves = db.TableOf[Move]("affiliate_moves")

// isMoveNow is the condition for proposals about what a product has now: what was seen is what is acted on.
const isMoveNow = " EXISTS (SELECT 1 FROM products p WHERE p.id = product_id AND p.website = affiliate_moves.website AND p.deleted_at IS NULL) "

// moveBatch is how many websites are read or written at a time.
const moveBatch = 250

// Moves is the state of the search for tools' own addresses.
type Moves struct {
	LooksLike int    `json:"looksLike" doc:"Websites that look like affiliate links, without those that were dismissed"`
	Pending   int    `json:"pending" doc:"Those that are still to be followed; 0: nothing runs"`
	Total     int    `json:"total" doc:"Those that were to be followed"`
	Moves     []Move `json:"moves" nullable:"false" doc:"What was found so far, by product, at most 5,000"`
}

// ReadMoves reads the proposals and what is still to be followed. likeLinks is how many websites look like links.
func (s *Queries) ReadMoves(ctx context.Context, likeLinks int) (found Moves, err error) {
	err = s.Read(ctx, "read websites that are affiliate links", func(ctx context.Context, tx db.Tx) error {
		var dismissed int
		err := tx.Row(ctx, "SELECT COUNT(CASE WHEN state = 'pending' THEN 1 END), COUNT(CASE WHEN state <> 'dismissed' THEN 1 END), COUNT(CASE WHEN state = 'dismissed' THEN 1 END) "+
			"FROM affiliate_moves WHERE"+isMoveNow).Scan(&found.Pending, &found.Total, &dismissed)
		if err != nil {
			return err
		}
		found.LooksLike = max(0, likeLinks-dismissed)
		found.Moves, err = moves.Select(ctx, tx, "WHERE state IN ('found', 'none') AND"+isMoveNow+"ORDER BY product_id LIMIT ?", MaxBulk)
		return err
	})
	return found, err
}

// StartMoves has the websites followed that look like links, except for those whose own address is known or that were dismissed.
func (s *Queries) StartMoves(ctx context.Context, by string) error {
	return s.Write(ctx, db.WriteOptions{By: by, Doing: "start to follow affiliate links", Long: true, Unversioned: true}, func(ctx context.Context, w *db.WriteTx) error {
		for last := int64(0); ; {
			sites, err := db.Collect(ctx, w.Tx, db.Columns[linkSite], "SELECT id, website FROM products WHERE id > ? AND deleted_at IS NULL ORDER BY id LIMIT ?", last, 4*moveBatch)
			if err != nil || len(sites) == 0 {
				return err
			}
			last = sites[len(sites)-1].ID
			for _, one := range sites {
				network := NetworkOf(one.Website)
				if network == "" {
					continue
				}
				if err := w.Exec(ctx, "INSERT INTO affiliate_moves ("+moves.Columns+") VALUES (?, ?, ?, ?, '', '', ?) ON CONFLICT (product_id) DO UPDATE SET "+
					db.SetExcluded(moves.Columns)+" WHERE affiliate_moves.website <> excluded.website OR affiliate_moves.state = 'none'",
					one.ID, one.Website, network, string(movePending), w.At.UnixMicro()); err != nil {
					return err
				}
			}
		}
	})
}

// linkSite is a product with its website.
type linkSite struct {
	ID      int64  `db:"id,key"`
	Website string `db:"website"`
}

// pendingMoves reads the next websites that are to be followed.
func (s *Queries) pendingMoves(ctx context.Context, after int64) ([]Move, error) {
	return moves.Select(ctx, db.Reading(s.DB, "read which affiliate links are followed"), "WHERE state = 'pending' AND product_id > ? AND"+isMoveNow+"ORDER BY product_id LIMIT ?", after, moveBatch)
}

// saveMove stores where a link led, unless the website has changed meanwhile.
func (s *Queries) saveMove(ctx context.Context, m Move) error {
	return s.WriteUnversioned(ctx, "", "store where an affiliate link leads", func(ctx context.Context, w *db.WriteTx) error {
		return w.Exec(ctx, "UPDATE affiliate_moves SET state = ?, own = ?, reason = ?, updated_at = ? WHERE product_id = ? AND website = ? AND state = 'pending'",
			string(m.State), m.Own, m.Reason, w.At.UnixMicro(), m.Product, m.Website)
	})
}

// DismissMoves drops proposals of these products, which later searches don't make again, or restores them.
func (s *Queries) DismissMoves(ctx context.Context, by string, ids []int64, dismissed bool) error {
	update := "UPDATE affiliate_moves SET state = 'dismissed', updated_at = ? WHERE state IN ('found', 'none') AND product_id IN "
	if !dismissed {
		update = "UPDATE affiliate_moves SET state = CASE own WHEN '' THEN 'none' ELSE 'found' END, updated_at = ? WHERE state = 'dismissed' AND product_id IN "
	}
	return s.WriteUnversioned(ctx, by, "dismiss websites that are affiliate links", func(ctx context.Context, w *db.WriteTx) error {
		for batch := range slices.Chunk(ids, moveBatch) {
			if err := w.Exec(ctx, update+db.Placeholders(len(batch)), append([]any{w.At.UnixMicro()}, db.Args(batch)...)...); err != nil {
				return err
			}
		}
		return nil
	})
}

// Moved is what accepting proposals has done.
type Moved struct {
	Version int64     `json:"version" doc:"Of the catalog after the change, for undo"`
	Count   int       `json:"count" doc:"Products that have their own address now"`
	Skipped []Skipped `json:"skipped" nullable:"false" doc:"Those that stay as they were, and why"`
}

// Skipped is a product that stays as it was.
type Skipped struct {
	Product int64  `json:"product"`
	Reason  string `json:"reason"`
}

// AcceptMoves gives products their own addresses, with the links beside them, as one change; without ids, all that were found. If it
// changes none, it writes nothing.
func (s *Queries) AcceptMoves(ctx context.Context, by string, ids []int64) (done Moved, err error) {
	err = s.Write(ctx, db.WriteOptions{By: by, Doing: "move affiliate links beside websites", Long: true}, func(ctx context.Context, w *db.WriteTx) error {
		done = Moved{Version: w.Version, Skipped: []Skipped{}}
		if ids == nil {
			if ids, err = db.Collect(ctx, w.Tx, db.Column[int64], "SELECT product_id FROM affiliate_moves WHERE state = 'found' AND"+isMoveNow); err != nil {
				return err
			}
		}
		for batch := range slices.Chunk(slices.Compact(slices.Sorted(slices.Values(ids))), moveBatch) {
			if err := done.accept(ctx, w, batch); err != nil {
				return err
			}
		}
		if done.Count == 0 {
			done.Version--
			return db.ErrNoChange
		}
		return checkStoredNetworks(ctx, w)
	})
	return done, err
}

// accept moves the links of some products.
func (m *Moved) accept(ctx context.Context, w *db.WriteTx, ids []int64) error {
	found, err := moves.Select(ctx, w.Tx, "WHERE state = 'found' AND"+isMoveNow+"AND product_id IN "+db.Placeholders(len(ids)), db.Args(ids)...)
	if err != nil {
		return err
	}
	proposed := map[int64]Move{}
	for _, one := range found {
		proposed[one.Product] = one
	}
	products, err := catalog.ReadProducts(ctx, w.Tx, db.Placeholders(len(ids)), db.Args(ids)...)
	if err != nil {
		return err
	}
	known := map[int64]*catalog.Product{}
	for i := range products {
		known[products[i].ID] = &products[i]
	}
	var rows []*catalog.ProductRow
	var changes []catalog.Change
	for _, id := range ids {
		move, before := proposed[id], known[id]
		if move.Product == 0 {
			m.Skipped = append(m.Skipped, Skipped{id, "Its website is another one by now, or its own address isn't known."})
			continue
		}
		reason, err := addLink(ctx, w, move)
		if err != nil {
			return err
		}
		if reason != "" {
			m.Skipped = append(m.Skipped, Skipped{id, reason})
			continue
		}
		row := &catalog.ProductRow{Product: *before}
		row.Website = move.Own
		rows, changes = append(rows, row), append(changes, catalog.Change{Before: before, After: &row.Product})
	}
	m.Count += len(rows)
	if len(rows) == 0 {
		return nil
	}
	if err := catalog.UpdateProducts(ctx, w, rows); err != nil {
		return err
	}
	return catalog.AuditProducts(ctx, w, nil, "update", changes...)
}

// addLink adds the link of a proposal to its product, unless it has it already. It returns the reason why it can't.
func addLink(ctx context.Context, w *db.WriteTx, m Move) (reason string, err error) {
	links, err := table.Select(ctx, w.Tx, "WHERE product_id = ?", m.Product)
	if err != nil || slices.ContainsFunc(links, func(l Link) bool { return l.URL == m.Website }) {
		return "", err
	}
	if err := checkCount(len(links) + 1); err != nil {
		return err.Error(), nil //nolint:nilerr // it is the answer
	}
	link, err := Link{ProductID: m.Product, Network: m.Network, URL: m.Website, Active: true, CreatedAt: w.At, UpdatedAt: w.At}.Check()
	if err != nil {
		return "Its website can't be an affiliate link: it is longer than 2,000 characters, or not public.", nil //nolint:nilerr // it is the answer
	}
	return "", put(ctx, w, "create", nil, &link)
}
