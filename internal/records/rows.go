package records

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Rows is the Archive of a kind whose rows are T, as JSON.
type Rows[T any] struct {
	Label string // of one in a sentence, before its key: "legal page"
	Twice string // of one whose key another has too; empty: Label
	Many  string // of too many of them; with Most
	Most  int    // how many there can be; 0: as many as there are products

	Name   func(row T) (key, title string)
	Unique []func(row T) string // what no two rows share, beside the key

	Table    *db.Table[T] // which has the rows as they are; nil: Read and Replace know where they are
	Read     func(ctx context.Context, tx db.Tx) ([]T, error)
	Check    func(row T) (stored T, err error)   // its rules, as for a call, and what would be stored; nil: CheckAll has them
	CheckAll func(list []T, in *Content) error   // rules about several rows; nil: none
	IsKnown  func(row T) bool                    // whether this program takes a row over; nil: each
	Among    func(row T, live map[int64]bool) *T // what is left of a row among these products, or nil; nil: rows name no product
	Uploads  func(row T, note func(text string)) // the texts that may name uploads; nil: none does

	// Replace writes the wanted rows in place of those that are there; nil: rows of Table that differ are deleted and written again.
	Replace   func(ctx context.Context, r *Replacing, have, want []T) error
	HasSerial bool // ids come from a sequence, which must go on after the highest
}

func (r Rows[T]) key(one T) string {
	key, _ := r.Name(one)
	return key
}

func (r Rows[T]) read(ctx context.Context, tx db.Tx) (any, error) { return r.readAll(ctx, tx) }

func (r Rows[T]) readAll(ctx context.Context, tx db.Tx) ([]T, error) {
	if r.Read == nil {
		return r.Table.Select(ctx, tx, "ORDER BY "+r.Table.Key)
	}
	return r.Read(ctx, tx)
}

// listOf returns a list of Content.lists; nil: no row.
func (r Rows[T]) listOf(list any) []T {
	if list == nil {
		return nil
	}
	return list.([]T)
}

// decode decodes a row and appends it. It skips and names fields that this program does not know.
func (r Rows[T]) decode(list any, row []byte) (longer any, unknown []string, err error) {
	var one T
	strict := json.NewDecoder(bytes.NewReader(row))
	strict.DisallowUnknownFields()
	if strict.Decode(&one) != nil {
		if unknown, err = unknownFields(row, reflect.TypeFor[T]()); err != nil {
			return list, nil, err
		}
		one = *new(T)
		if err := json.Unmarshal(row, &one); err != nil {
			return list, nil, err
		}
	}
	complete(&one)
	if r.IsKnown != nil && !r.IsKnown(one) {
		return list, append(unknown, r.key(one)), nil
	}
	return append(r.listOf(list), one), unknown, nil
}

// unknownFields returns the fields of a JSON object that the struct type does not have, sorted.
func unknownFields(text []byte, kind reflect.Type) ([]string, error) {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(text, &given); err != nil {
		return nil, err
	}
	for _, field := range reflect.VisibleFields(kind) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		delete(given, name)
	}
	return slices.Sorted(maps.Keys(given)), nil
}

func (r Rows[T]) rows(list any) []Row {
	var rows []Row
	for _, one := range r.listOf(list) {
		key, title := r.Name(one)
		rows = append(rows, RowOf(key, title, one))
	}
	return rows
}

// RowOf returns a row in the form in which it is compared and written.
func RowOf(key, title string, row any) Row {
	text, err := json.Marshal(row)
	if err != nil {
		panic("records: " + err.Error()) // cannot happen for plain structs of strings, numbers and times
	}
	return Row{key, title, text}
}

// Number writes an id as a key.
func Number(id int64) string { return strconv.FormatInt(id, 10) }

// ids returns the rows whose keys are ids.
func (r Rows[T]) ids(list any) map[int64]bool {
	ids := map[int64]bool{}
	for _, one := range r.listOf(list) {
		if id, err := strconv.ParseInt(r.key(one), 10, 64); err == nil {
			ids[id] = true
		}
	}
	return ids
}

func (r Rows[T]) among(list any, products func() map[int64]bool) any {
	if r.Among == nil {
		return list
	}
	live, left := products(), []T{}
	for _, one := range r.listOf(list) {
		if one := r.Among(one, live); one != nil {
			left = append(left, *one)
		}
	}
	return left
}

func (r Rows[T]) uploads(list any, note func(text string)) {
	if r.Uploads == nil {
		return
	}
	for _, one := range r.listOf(list) {
		r.Uploads(one, note)
	}
}

func (r Rows[T]) checkCount(list any) error {
	if count := len(r.listOf(list)); r.Most > 0 && count > r.Most {
		return fault.New(fault.Invalid, fmt.Sprintf("There are %d %s; there can be at most %d.", count, r.Many, r.Most))
	}
	return nil
}

func (r Rows[T]) check(list any, in *Content) error {
	if r.CheckAll != nil {
		if err := r.CheckAll(r.listOf(list), in); err != nil {
			return err
		}
	}
	var live map[int64]bool
	if r.Among != nil {
		live = in.ProductIDs()
	}
	for _, one := range r.listOf(list) {
		if err := r.checkOne(one, live); err != nil {
			return Broken(r.Label, r.key(one), err)
		}
	}
	return nil
}

func (r Rows[T]) checkOne(one T, live map[int64]bool) error {
	if r.Among != nil {
		if left := r.Among(one, live); left == nil || !reflect.DeepEqual(*left, one) {
			return fault.New(fault.Invalid, "A tool of it doesn't exist.")
		}
	}
	if r.Check == nil {
		return nil
	}
	stored, err := r.Check(one)
	if err == nil && !reflect.DeepEqual(stored, one) {
		err = fault.New(fault.Invalid, "It isn't in the form this site stores.")
	}
	return err
}

// Broken is the fault for the row with a key that breaks a rule.
func Broken(label, key string, err error) error {
	return fault.Because(fault.Invalid, fmt.Sprintf("The %s %.40s breaks a rule: %s", label, key, fault.From(err).Message), err)
}

func (r Rows[T]) checkUnique(list any) error {
	for _, of := range append([]func(T) string{r.key}, r.Unique...) {
		if err := Once(cmp.Or(r.Twice, r.Label), r.listOf(list), of); err != nil {
			return err
		}
	}
	return nil
}

// Once checks that no two rows of a list have the same word.
func Once[T any](label string, list []T, of func(T) string) error {
	seen := make(map[string]bool, len(list))
	for _, one := range list {
		word := of(one)
		if seen[word] {
			return fault.New(fault.Invalid, fmt.Sprintf("There are two of the %s %.100q.", label, word))
		}
		seen[word] = true
	}
	return nil
}

// replace writes the wanted rows.
func (r Rows[T]) replace(ctx context.Context, x *Replacing, table string) error {
	have, want := x.Have.lists[table], r.listOf(x.Want.lists[table])
	if r.Among != nil { // the products that were replaced have taken rows with them
		now, err := r.readAll(ctx, x.Tx)
		if err != nil {
			return err
		}
		have = r.among(now, x.Want.ProductIDs)
	}
	replace := r.Replace
	if replace == nil {
		replace = r.rewrite
	}
	hasSerial := r.HasSerial || r.Table != nil && r.Table.Serial
	if err := replace(ctx, x, r.listOf(have), want); err != nil || !hasSerial || !x.Postgres() {
		return err
	}
	return x.Exec(ctx, "SELECT setval(pg_get_serial_sequence('"+table+"', 'id'), greatest((SELECT max(id) FROM "+table+"), "+
		"(SELECT last_value FROM "+table+"_id_seq))) WHERE EXISTS (SELECT 1 FROM "+table+")")
}

// rewrite deletes the rows that differ, and writes the wanted ones.
func (r Rows[T]) rewrite(ctx context.Context, x *Replacing, have, want []T) error {
	gone, missing := Differing(have, want, r.key)
	for _, one := range gone {
		if err := x.Exec(ctx, "DELETE FROM "+r.Table.Name+" WHERE "+r.Table.Key+" = ?", r.key(one)); err != nil {
			return err
		}
	}
	for _, one := range missing {
		if err := r.Table.Upsert(ctx, x.WriteTx, &one); err != nil {
			return err
		}
	}
	return nil
}

// Differing returns the rows that are not wanted as they are, and the wanted ones that are not there.
func Differing[T any](have, want []T, key func(T) string) (gone, missing []T) {
	return without(have, want, key), without(want, have, key)
}

// without returns the rows of a list that are not in another.
func without[T any](list, other []T, key func(T) string) (left []T) {
	others := make(map[string]T, len(other))
	for _, one := range other {
		others[key(one)] = one
	}
	for _, one := range list {
		if same, is := others[key(one)]; !is || !reflect.DeepEqual(one, same) {
			left = append(left, one)
		}
	}
	return left
}
