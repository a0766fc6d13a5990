package redirects

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/exchange"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Limits of an import.
const (
	MaxFile   = 100 << 20 // bytes
	maxListed = 500       // old URLs that an answer lists
)

// Rest is what becomes of the old URLs of a file that match nothing.
type Rest string

// What becomes of them.
const (
	Skip     Rest = "skip"
	MarkGone Rest = "gone" // they answer 410
)

// Import says what an import of old URLs does, or would do.
type Import struct {
	Version   int64     `json:"version" doc:"Version of the catalog, to undo the import with; 0: nothing was written"`
	Rows      int       `json:"rows" doc:"Old URLs in the file, each counted once"`
	Matched   int       `json:"matched" doc:"Of them, those that lead somewhere, or are said to be gone"`
	Added     int       `json:"added"`
	Changed   int       `json:"changed" doc:"They led elsewhere before"`
	Gone      int       `json:"gone" doc:"Of those that are added or changed, those that answer 410"`
	Unmatched int       `json:"unmatched" doc:"Those that match nothing here"`
	Refused   int       `json:"refused" doc:"Lines that can't be used"`
	Listed    []Problem `json:"listed" nullable:"false" doc:"Those that match nothing or can't be used, the first 500"`
}

// Problem is an old URL that an import does not take over as it is.
type Problem struct {
	Line    int    `json:"line"`
	From    string `json:"from" doc:"The old URL, at most 300 characters of it"`
	Message string `json:"message" doc:"Why; empty: it matches nothing here"`
}

func (i *Import) note(line int, from, message string) {
	if message == "" {
		i.Unmatched++
	} else {
		i.Refused++
	}
	if len(i.Listed) < maxListed {
		if letters := []rune(from); len(letters) > 300 {
			from = string(letters[:300])
		}
		i.Listed = append(i.Listed, Problem{line, from, message})
	}
}

// sentenceOf returns the first sentence of a fault.
func sentenceOf(err error) string {
	f := fault.From(err)
	if len(f.Fields) > 0 {
		return f.Fields[0].Message + "."
	}
	return f.Message
}

// wanted is an old URL of a file.
type wanted struct {
	Redirect
	isRest bool // it matched nothing, and is gone
}

// readFile reads and matches the old URLs of a file, each once: the first counts that leads somewhere.
func readFile(file io.Reader, m *matcher, rest Rest, found *Import) ([]wanted, error) {
	var list []wanted
	at := map[string]int{}         // position in list by path
	unmatched := map[string]bool{} // paths
	left := Max
	err := exchange.ReadOldURLs(file, func(o exchange.OldURL) error {
		if left--; left < 0 {
			return fault.New(fault.TooLarge, fmt.Sprintf("This file has more than %d old URLs. Please split it.", Max))
		}
		r, problem := m.redirect(o)
		if problem != "" {
			found.note(o.Line, o.From, problem)
			return nil
		}
		if r.Kind == Product || r.Kind == Category || r.Kind == Tag || r.Kind == Collection {
			if _, path := r.place(m.snapshot); path == r.From {
				return nil // it is where it was
			}
		}
		i, isKnown := at[r.From]
		switch {
		case r.Kind == "" && (isKnown || unmatched[r.From]):
		case r.Kind == "":
			found.note(o.Line, o.From, "")
			if unmatched[r.From] = true; rest == MarkGone {
				at[r.From] = len(list)
				list = append(list, wanted{Redirect{From: r.From, Status: 410, Target: Target{Kind: Gone}}, true})
			}
		case isKnown && !list[i].isRest:
		case isKnown:
			list[i] = wanted{r, false}
		default:
			at[r.From] = len(list)
			list = append(list, wanted{r, false})
		}
		return nil
	})
	for _, r := range list {
		if !r.isRest {
			found.Matched++
		}
	}
	found.Rows = found.Matched + found.Unmatched
	return list, err
}

// Import adds the old URLs of a file, as one change, or with isDry says what it would do. Of those that are there, it changes what they
// lead to if they match something.
func (q *Queries) Import(ctx context.Context, by string, file io.Reader, s *browse.Snapshot, origin string, rest Rest, isDry bool) (found Import, err error) {
	found.Listed = []Problem{}
	list, err := readFile(file, newMatcher(s, origin), rest, &found)
	if err != nil {
		return Import{}, err
	}
	err = q.Write(ctx, db.WriteOptions{By: by, Doing: "import old URLs", Long: true}, func(ctx context.Context, w *db.WriteTx) error {
		have, err := table.Select(ctx, w, "ORDER BY id")
		if err != nil {
			return err
		}
		created, changes := found.compare(list, have)
		if len(have)+len(created) > Max {
			return tooMany()
		}
		if isDry || len(created)+len(changes) == 0 {
			return db.ErrNoChange
		}
		found.Version = w.Version
		return errors.Join(write(ctx, w, "import", changesOf(created, changes), true), w.Audit(ctx, db.Entry{Action: "import", Object: "redirects",
			After: summary{Added: found.Added, Changed: found.Changed, Gone: found.Gone}}))
	})
	return found, err
}

// summary is what the history says of an import, or of its undo.
type summary struct {
	Added    int `json:"added,omitempty"`
	Changed  int `json:"changed,omitempty"`
	Gone     int `json:"gone,omitempty"`
	Restored int `json:"restored,omitempty"`
}

// compare returns the old URLs that are not there, and the changes of those that are.
func (i *Import) compare(list []wanted, have []Redirect) (created []*Redirect, changes []change) {
	byPath := make(map[string]*Redirect, len(have))
	for at := range have {
		byPath[have[at].From] = &have[at]
	}
	for _, want := range list {
		now := byPath[want.From]
		switch {
		case now == nil:
			created = append(created, &want.Redirect)
			i.Added++
		case want.isRest, now.Target == want.Target && now.Status == want.Status:
			continue
		default:
			then := *now
			then.Target, then.Status = want.Target, want.Status
			changes = append(changes, change{now, &then})
			i.Changed++
		}
		if want.Kind == Gone {
			i.Gone++
		}
	}
	return created, changes
}

func changesOf(created []*Redirect, changes []change) []change {
	for _, r := range created {
		changes = append(changes, change{nil, r})
	}
	return changes
}
