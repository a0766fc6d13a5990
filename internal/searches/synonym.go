package searches

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/idempotency"
)

// Limits of synonyms.
const (
	MaxSynonyms = 1_000
	maxSide     = 100 // characters of what people say, and of what tools say
)

// Synonym is words that people search for, and those that tools have for them.
type Synonym struct {
	ID        int64     `json:"id" db:"id,serial"`
	Says      string    `json:"says" db:"says" doc:"What people say"`
	Means     string    `json:"means" db:"means" doc:"What tools say, with commas between several"`
	CreatedAt time.Time `json:"createdAt" db:"created_at"`
	UpdatedAt time.Time `json:"updatedAt" db:"updated_at"`
}

var table = db.TableOf[Synonym]("synonyms")

// SynonymInput is the fields of a synonym in a request.
type SynonymInput struct {
	Says  string `json:"says" doc:"What people say, at most 100 characters; no two synonyms have the same"`
	Means string `json:"means" doc:"What tools say, with commas between several, at most 100 characters"`
}

// Check cleans the synonym and checks every rule that needs no other. The fault names each invalid field.
func (s Synonym) Check() (Synonym, error) {
	var c field.Checker
	s.Says = c.Line("says", oneSpaced(s.Says), maxSide, "Please enter what people say")
	means := strings.Split(s.Means, ",")
	for i := range means {
		means[i] = oneSpaced(means[i])
	}
	means = slices.DeleteFunc(means, func(one string) bool { return one == "" })
	s.Means = c.Line("means", strings.Join(means, ", "), maxSide, "Please enter what tools say")
	return s, c.Fault()
}

// oneSpaced returns a line with single spaces in it. Line breaks stay, for the rule about them.
func oneSpaced(text string) string {
	return strings.Join(strings.FieldsFunc(field.CleanLine(text), func(r rune) bool { return r == ' ' || r == '\t' || r == '\u00a0' }), " ")
}

// checkOthers refuses a synonym for words that another one is for, and more than MaxSynonyms.
func checkOthers(s Synonym, all []Synonym) error {
	others := slices.DeleteFunc(slices.Clone(all), func(other Synonym) bool { return other.ID == s.ID })
	if slices.ContainsFunc(others, func(other Synonym) bool { return catalog.Fold(other.Says) == catalog.Fold(s.Says) }) {
		return fault.InvalidFields([]fault.Field{{Field: "says", Message: "There is a synonym for this already"}})
	}
	if len(others) >= MaxSynonyms {
		return fault.New(fault.Conflict, fmt.Sprintf("There can be at most %d synonyms. Please delete one first.", MaxSynonyms))
	}
	return nil
}

// Synonyms reads all synonyms, by id.
func (s *Queries) Synonyms(ctx context.Context) (list []Synonym, err error) {
	err = s.Read(ctx, "read the synonyms", func(ctx context.Context, tx db.Tx) error {
		list, err = allSynonyms(ctx, tx)
		return err
	})
	return list, err
}

func allSynonyms(ctx context.Context, tx db.Tx) ([]Synonym, error) {
	return table.Select(ctx, tx, "ORDER BY id")
}

// CreateSynonym stores a new synonym. Words that another one is for are Invalid, one more than MaxSynonyms is a Conflict.
func (s *Queries) CreateSynonym(ctx context.Context, by string, in SynonymInput) (made Synonym, err error) {
	err = s.Write(ctx, db.WriteOptions{By: by, Doing: "add a synonym"}, func(ctx context.Context, w *db.WriteTx) error {
		return idempotency.Once(ctx, w, &made, func() error {
			made, err = Synonym{Says: in.Says, Means: in.Means, CreatedAt: w.At, UpdatedAt: w.At}.Check()
			if err != nil {
				return err
			}
			return put(ctx, w, "create", nil, &made)
		})
	})
	return made, err
}

// UpdateSynonym changes a synonym. An unknown one is NotFound, words that another one is for are Invalid.
func (s *Queries) UpdateSynonym(ctx context.Context, by string, id int64, in SynonymInput) (then Synonym, err error) {
	err = s.Write(ctx, db.WriteOptions{By: by, Doing: "change a synonym"}, func(ctx context.Context, w *db.WriteTx) error {
		now, err := table.One(ctx, w.Tx, noSynonym, "WHERE id = ?", id)
		if err != nil {
			return err
		}
		then = now
		then.Says, then.Means = in.Says, in.Means
		if then, err = then.Check(); err != nil {
			return err
		}
		if then.isLike(now) {
			return db.ErrNoChange
		}
		then.UpdatedAt = w.At
		return put(ctx, w, "update", &now, &then)
	})
	return then, err
}

// DeleteSynonym deletes a synonym. An unknown one is NotFound.
func (s *Queries) DeleteSynonym(ctx context.Context, by string, id int64) error {
	return s.Write(ctx, db.WriteOptions{By: by, Doing: "delete a synonym"}, func(ctx context.Context, w *db.WriteTx) error {
		now, err := table.One(ctx, w.Tx, noSynonym, "WHERE id = ?", id)
		if err != nil {
			return err
		}
		return put(ctx, w, "delete", &now, nil)
	})
}

// isLike reports whether two states of a synonym are equal, apart from what every change sets.
func (s Synonym) isLike(other Synonym) bool {
	s.UpdatedAt, other.UpdatedAt = time.Time{}, time.Time{}
	return s == other
}

// put writes a synonym with its audit entry. now is what is there, then what shall be; nil: none.
func put(ctx context.Context, w *db.WriteTx, action string, now, then *Synonym) error {
	entry := db.Entry{Action: action, Object: "synonyms"}
	if then != nil {
		all, err := allSynonyms(ctx, w.Tx)
		if err == nil {
			err = checkOthers(*then, all)
		}
		if err != nil {
			return err
		}
	}
	var err error
	switch {
	case then == nil:
		entry.ObjectID, entry.Before = now.ID, *now
		err = w.Exec(ctx, "DELETE FROM synonyms WHERE id = ?", now.ID)
	case now == nil:
		err = table.Insert(ctx, w, then)
		entry.ObjectID, entry.After = then.ID, *then
	default:
		entry.ObjectID, entry.Before, entry.After = now.ID, *now, *then
		err = table.Update(ctx, w, then)
	}
	if err != nil {
		return err
	}
	return w.Audit(ctx, entry)
}

// readCatalog adds all synonyms.
func readCatalog(ctx context.Context, tx db.Tx, _ int64, to *catalog.Changes) error {
	all, err := allSynonyms(ctx, tx)
	for _, s := range all {
		to.Synonyms = append(to.Synonyms, catalog.Synonym{Says: s.Says, Means: s.Means})
	}
	return err
}
