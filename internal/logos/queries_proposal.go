package logos

import (
	"context"
	"database/sql"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
)

// PendingLogoHosts returns at most that many hosts with tools whose websites are to be looked at, in order, that follow one.
func (s *Queries) PendingLogoHosts(ctx context.Context, after string, most int) ([]string, error) {
	return db.Collect(ctx, db.Reading(s.DB, "read where logos are looked for"), db.Column[string],
		"SELECT DISTINCT host FROM logo_proposals WHERE state = 'pending' AND host > ? ORDER BY host LIMIT ?", after, most)
}

// PendingLogos returns at most that many tools of a host whose websites are to be looked at.
func (s *Queries) PendingLogos(ctx context.Context, host string, most int) ([]Tool, error) {
	return db.Collect(ctx, db.Reading(s.DB, "read whose logos are looked for"), db.Columns[Tool],
		"SELECT product_id, website FROM logo_proposals WHERE state = 'pending' AND host = ? ORDER BY product_id LIMIT ?", host, most)
}

// SaveLogoFound stores what was found for a tool that is pending. If more than logos.MaxSame tools of its host have the same
// logo, it is the icon of the host: it is proposed for none of them, and no other of the host is pending any more, which
// ofHost reports. A website that is the whole host is not one of them.
func (s *Queries) SaveLogoFound(ctx context.Context, t Tool, found Found) (ofHost bool, err error) {
	err = s.WriteUnversioned(ctx, "", "store a logo that was found", func(ctx context.Context, w *db.WriteTx) error {
		state := Proposed
		if found.Image == "" {
			state = NotFound
		}
		saved, err := db.Collect(ctx, w, func(rows *sql.Rows) (at hostOfTool, err error) {
			err = rows.Scan(&at.host, &at.isRoot)
			return at, err
		}, "UPDATE logo_proposals SET state = ?, image = ?, logo_color = ?, source = ?, reason = ?, updated_at = ? WHERE product_id = ? AND state = 'pending' RETURNING host, is_root",
			string(state), found.Image, found.LogoColor, found.Source, found.Reason, w.At.UnixMicro(), t.ID)
		if err != nil || len(saved) == 0 || saved[0].isRoot || found.Image == "" {
			return err
		}
		ofHost, err = dropIconOfHost(ctx, w, saved[0].host, found.Image)
		return err
	})
	return ofHost, err
}

type hostOfTool struct {
	host   string
	isRoot bool
}

// dropIconOfHost drops the proposals of a host's own icon, and reports whether this is one.
func dropIconOfHost(ctx context.Context, w *db.WriteTx, host, image string) (bool, error) {
	var same int
	err := w.Row(ctx, "SELECT COUNT(*) FROM logo_proposals WHERE state = 'proposed' AND host = ? AND NOT is_root AND image = ?", host, image).Scan(&same)
	if err != nil || same <= MaxSame {
		return false, err
	}
	const drop = "UPDATE logo_proposals SET state = 'none', image = '', logo_color = '', source = '', reason = ?, updated_at = ? WHERE host = ? AND NOT is_root AND "
	reason := OfHost(host)
	if err := w.Exec(ctx, drop+"state = 'proposed' AND image = ?", reason, w.At.UnixMicro(), host, image); err != nil {
		return false, err
	}
	return true, w.Exec(ctx, drop+"state = 'pending'", reason, w.At.UnixMicro(), host)
}

// LogoProposal returns what was found for a tool that has no logo, or nothing while its website is looked at.
func (s *Queries) LogoProposal(ctx context.Context, id int64) (page Page, err error) {
	page.Proposals, err = db.Collect(ctx, db.Reading(s.DB, "read the logo that was found"), db.Columns[Proposal],
		selectProposals+"l.state <> 'pending' AND l.website = p.website AND l.product_id = ? AND "+withoutLogo, id)
	return page, err
}

const selectProposals = "SELECT p.id, p.name, p.slug, l.website, l.state, l.image, l.logo_color, l.source, l.reason, l.updated_at " +
	"FROM logo_proposals l JOIN products p ON p.id = l.product_id WHERE "

// LogoProposals returns a page of the tools in a state that still have no logo, ordered by id; after is the Next of the page before.
func (s *Queries) LogoProposals(ctx context.Context, state State, after int64) (page Page, err error) {
	page.Proposals, err = db.Collect(ctx, db.Reading(s.DB, "read the logos that were found"), db.Columns[Proposal],
		selectProposals+"l.state = ? AND l.product_id > ? AND "+withoutLogo+" ORDER BY l.product_id LIMIT ?",
		string(state), after, PageSize+1)
	if len(page.Proposals) > PageSize {
		page.Proposals = page.Proposals[:PageSize]
		page.Next = page.Proposals[PageSize-1].Product
	}
	return page, err
}

// AcceptLogos makes the proposed logos of tools theirs, in one transaction that can be undone like a change of many
// products. Without ids, it accepts all. A tool that has a logo by now, or no proposal, stays as it is. It returns the
// resulting version and how many tools changed; if none does, it writes nothing.
func (s *Queries) AcceptLogos(ctx context.Context, by string, ids []int64) (version int64, changed int, err error) {
	return s.accept(ctx, by, ids, func(Proposal) bool { return true })
}

// AcceptOwnLogos accepts those that were found at the tools' own hosts, as AcceptLogos does.
func (s *Queries) AcceptOwnLogos(ctx context.Context, by string) (version int64, changed int, err error) {
	return s.accept(ctx, by, nil, func(p Proposal) bool { return isOwn(p.Website, p.Source) })
}

// accept accepts proposals that are chosen: of these ids, or without ids of all.
func (s *Queries) accept(ctx context.Context, by string, ids []int64, chosen func(Proposal) bool) (version int64, changed int, err error) {
	err = s.Write(ctx, db.WriteOptions{By: by, Doing: "accept logos", Long: true}, func(ctx context.Context, w *db.WriteTx) error {
		version, changed = w.Version, 0
		for last := int64(0); ; {
			proposals, err := proposedLogos(ctx, w, last, ids)
			if err != nil {
				return err
			}
			if len(proposals) == 0 {
				break
			}
			last = proposals[len(proposals)-1].Product
			if proposals = slices.DeleteFunc(proposals, func(p Proposal) bool { return !chosen(p) }); len(proposals) == 0 {
				continue
			}
			if err := acceptLogos(ctx, w, proposals); err != nil {
				return err
			}
			changed += len(proposals)
		}
		if changed == 0 {
			version--
			return db.ErrNoChange
		}
		return nil
	})
	if err != nil {
		return 0, 0, err
	}
	return version, changed, nil
}

// proposedLogos reads the next proposals of tools that have no logo: of these ids, or without ids of all.
func proposedLogos(ctx context.Context, w *db.WriteTx, after int64, ids []int64) ([]Proposal, error) {
	condition, args := "", []any{after}
	if ids != nil {
		condition, args = " AND l.product_id IN "+db.Placeholders(len(ids)), append(args, db.Args(ids)...)
	}
	return db.Collect(ctx, w, func(rows *sql.Rows) (p Proposal, err error) {
		err = rows.Scan(&p.Product, &p.Website, &p.Image, &p.LogoColor, &p.Source)
		return p, err
	}, "SELECT l.product_id, p.website, l.image, l.logo_color, l.source FROM logo_proposals l JOIN products p ON p.id = l.product_id WHERE l.state = 'proposed' AND l.product_id > ?"+condition+
		" AND "+withoutLogo+" ORDER BY l.product_id LIMIT ?", append(args, logoBatch)...)
}

// acceptLogos gives tools their proposed logos. Both have the same order.
func acceptLogos(ctx context.Context, w *db.WriteTx, proposals []Proposal) error {
	ids := make([]int64, len(proposals))
	for i, p := range proposals {
		ids[i] = p.Product
	}
	products, err := catalog.ReadProducts(ctx, w.Tx, db.Placeholders(len(ids)), db.Args(ids)...)
	if err != nil {
		return err
	}
	rows := make([]*catalog.ProductRow, len(products))
	changes := make([]catalog.Change, len(products))
	for i, before := range products {
		rows[i] = &catalog.ProductRow{Product: before}
		rows[i].Logo, rows[i].LogoColor = proposals[i].Image, proposals[i].LogoColor
		changes[i] = catalog.Change{Before: &products[i], After: &rows[i].Product}
	}
	if err := catalog.UpdateProducts(ctx, w, rows); err != nil {
		return err
	}
	return catalog.AuditProducts(ctx, w, nil, "update", changes...)
}

// DismissLogos drops the proposals of these tools, which later searches don't make again, or restores them.
func (s *Queries) DismissLogos(ctx context.Context, by string, ids []int64, dismissed bool) error {
	from, to := Proposed, Dismissed
	if !dismissed {
		from, to = to, from
	}
	return s.WriteUnversioned(ctx, by, "dismiss logos", func(ctx context.Context, w *db.WriteTx) error {
		args := []any{string(to), w.At.UnixMicro(), string(from)}
		for batch := range slices.Chunk(ids, logoBatch) {
			err := w.Exec(ctx, "UPDATE logo_proposals SET state = ?, updated_at = ? WHERE state = ? AND product_id IN "+db.Placeholders(len(batch)), append(args[:3:3], db.Args(batch)...)...)
			if err != nil {
				return err
			}
		}
		return nil
	})
}
