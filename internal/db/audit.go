package db

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/vitrine-directory/vitrine/internal/audit"
)

// Entry is one audit entry: what was done to what. Before and After become JSON; nil is no value.
type Entry struct {
	Action   string
	Object   string // the table
	ObjectID int64  // 0 if it is not a single row
	Key      string // instead of ObjectID, for an object without a number
	Before   any
	After    any
	IsPart   bool // another entry of the same version sums it up
}

// Summary is what one entry says of the entries of a transaction about single rows of one table, if there are several. It
// becomes JSON.
type Summary interface {
	Add(e Entry) // counts one more
}

// SumUp makes a transaction with several entries of one action about single rows of a table write one more that sums them
// up. It is called before the first write.
func (d *DB) SumUp(table string, newSummary func() Summary) { d.summaries[table] = newSummary }

// auditBatch is how many entries one statement writes.
const auditBatch = 500

// auditing is the audit of a transaction. Its entries are written together at the end, or when they are many: only then is
// it known which of them are parts of a change of several rows.
type auditing struct {
	summaries map[string]func() Summary
	rows      []auditRow
	changes   map[changesOf]*changes
}

// changesOf names the changes that one entry sums up.
type changesOf struct{ table, action string }

// changes are those of several rows.
type changes struct {
	Summary
	count    int
	isSummed bool // the caller sums them up
}

// auditRow is an entry to be written, with its states as JSON.
type auditRow struct {
	Entry
	before, after *string
	changes       *changes // those that the entry belongs to
}

// Audit adds entries to the transaction's audit.
func (tx *WriteTx) Audit(ctx context.Context, entries ...Entry) error {
	for _, e := range entries {
		if e.ObjectID != 0 {
			e.Key = strconv.FormatInt(e.ObjectID, 10)
		}
		row := auditRow{Entry: e}
		var err error
		if row.before, err = auditValue(e.Before); err != nil {
			return err
		}
		if row.after, err = auditValue(e.After); err != nil {
			return err
		}
		if e.ObjectID != 0 {
			row.changes = tx.audited.add(e)
		}
		row.Before, row.After = nil, nil
		tx.audited.rows = append(tx.audited.rows, row)
	}
	if len(tx.audited.rows) < auditBatch {
		return nil
	}
	return tx.writeAudit(ctx, true)
}

// add counts an entry about a row of a table whose changes are summed up; nil: they are not.
func (a *auditing) add(e Entry) *changes {
	newSummary := a.summaries[e.Object]
	if newSummary == nil {
		return nil
	}
	of := changesOf{e.Object, e.Action}
	if a.changes[of] == nil {
		a.changes[of] = &changes{Summary: newSummary()}
	}
	c := a.changes[of]
	c.count++
	c.isSummed = c.isSummed || e.IsPart
	c.Add(e)
	return c
}

// Summary returns what sums up the entries so far about rows of a table, or nil.
func (tx *WriteTx) Summary(table, action string) Summary {
	if c := tx.audited.changes[changesOf{table, action}]; c != nil {
		return c.Summary
	}
	return nil
}

// finishAudit writes what is left of the transaction's audit, and an entry for each change of several rows, which are its
// parts.
func (tx *WriteTx) finishAudit(ctx context.Context) error {
	inOrder := func(a, b changesOf) int {
		return cmp.Or(cmp.Compare(a.table, b.table), cmp.Compare(a.action, b.action))
	}
	for _, of := range slices.SortedFunc(maps.Keys(tx.audited.changes), inOrder) {
		if c := tx.audited.changes[of]; c.count > 1 && !c.isSummed {
			if err := tx.Audit(ctx, Entry{Action: of.action, Object: of.table, After: c.Summary}); err != nil {
				return err
			}
		}
	}
	return tx.writeAudit(ctx, false)
}

// writeAudit writes the entries so far. more: further ones follow, so that one about a row is not the only one.
func (tx *WriteTx) writeAudit(ctx context.Context, more bool) error {
	const columns = 12
	from := audit.From(ctx)
	for batch := range slices.Chunk(tx.audited.rows, auditBatch) {
		args := make([]any, 0, columns*len(batch))
		for _, row := range batch {
			isPart := row.IsPart || row.changes != nil && (more || row.changes.count > 1)
			args = append(args, tx.At.UnixMicro(), tx.By, row.Action, row.Object, row.Key, tx.Version, row.before, row.after,
				from.Address, from.RequestID, isPart, tx.Undoes)
		}
		err := tx.Exec(ctx, "INSERT INTO audit (at, actor, action, object, object_id, version, before, after, address, request_id, is_part, undoes) VALUES "+
			Rows(len(batch), columns), args...)
		if err != nil {
			return err
		}
	}
	tx.audited.rows = nil
	return nil
}

func auditValue(value any) (*string, error) {
	if value == nil {
		return nil, nil
	}
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	kept := string(text)
	return &kept, nil
}

// FileMarkStart is the prefix of every FileMark.
const FileMarkStart = "sha256:"

// FileMark returns a hash that stands for a file in the audit: it shows a change without storing the file again.
func FileMark(file []byte) string {
	return fmt.Sprintf(FileMarkStart+"%x, %d bytes", sha256.Sum256(file), len(file))
}

// Record writes an audit entry and changes nothing else, not even the catalogue's version.
func (d *DB) Record(ctx context.Context, by string, e audit.Event) error {
	return d.WriteUnversioned(ctx, by, "note in the audit", func(ctx context.Context, tx *WriteTx) error {
		return tx.Audit(ctx, Entry{Action: e.Action, Object: e.Object, Key: e.ObjectID, Before: e.Before, After: e.After})
	})
}
