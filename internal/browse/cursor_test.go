package browse

import (
	"encoding/base64"
	"math"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

func aPosition() *rapid.Generator[position] {
	return rapid.Custom(func(t *rapid.T) position {
		at := position{sort: rapid.SampledFrom(append(Sorts(), SortRelevance)).Draw(t, "sort"), item: &Item{id: rapid.Int64().Draw(t, "id")}}
		switch at.sort {
		case SortName:
			at.item.nameKey = string(rapid.SliceOfN(rapid.Byte(), 0, maxNameKey).Draw(t, "key"))
			return at
		case SortRelevance:
			at.score = rapid.Float32Range(0, math.MaxFloat32).Draw(t, "score")
		}
		if at.sort == SortPopular {
			at.item.visits = rapid.Int64().Draw(t, "visits")
		}
		if at.sort == SortLatest {
			at.item.since = rapid.Int64().Draw(t, "since")
			return at
		}
		at.item.rank = rapid.Int32().Draw(t, "rank")
		at.item.created = rapid.Int64().Draw(t, "created")
		return at
	})
}

// A cursor reads back as it was written, for the same sort only, and stays short.
func TestCursorRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := aPosition().Draw(t, "position")
		text := at.cursor()
		if len(text) > maxCursor {
			t.Fatalf("%d characters", len(text))
		}
		got, err := readCursor(text, at.sort)
		if err != nil || got.score != at.score || !reflect.DeepEqual(got.item, at.item) {
			t.Fatalf("got %+v, %v, want %+v", got, err, at)
		}
		for _, other := range append(Sorts(), SortRelevance) {
			if _, err := readCursor(text, other); (other != at.sort) != fault.Is(err, fault.BadRequest) {
				t.Fatalf("a cursor of %s read as one of %s: %v", at.sort, other, err)
			}
		}
	})
}

// A broken cursor is a bad request.
func TestCursorMalformed(t *testing.T) {
	whole := position{sort: SortManual, item: &Item{id: 7, rank: 3, created: 5}}.cursor()
	raw, _ := base64.RawURLEncoding.DecodeString(whole)
	for _, text := range []string{
		"", "x", "!!!", whole + "=", whole + "A", whole[:len(whole)-1], strings.Repeat("A", maxCursor+1),
		base64.RawURLEncoding.EncodeToString(append(raw, 0)),
		base64.RawURLEncoding.EncodeToString(raw[:len(raw)-1]),
		base64.RawURLEncoding.EncodeToString(append([]byte{2}, raw[1:]...)),
		base64.RawURLEncoding.EncodeToString([]byte{1, 200, 1, 1, 1}),
		base64.RawURLEncoding.EncodeToString([]byte{1, 0, 0x80, 0, 1, 1}),
	} {
		_, err := readCursor(text, SortManual)
		wantRefusal(t, err, text)
	}
	_, err := newStore(tool(1, "one")).snapshot().List(Query{Cursor: "broken"})
	wantRefusal(t, err, "a list with a broken cursor")
}

func FuzzReadCursor(f *testing.F) {
	for _, sort := range append(Sorts(), SortRelevance) {
		f.Add(position{sort: sort, item: &Item{id: 7, rank: 3, created: 5, nameKey: "abc"}}.cursor(), string(sort))
	}
	p := newStore(manyTools(20)...).snapshot()
	f.Fuzz(func(t *testing.T, text, sort string) {
		if _, err := readCursor(text, Sort(sort)); err != nil {
			return
		}
		if _, err := p.List(Query{Search: "alpha", Sort: Sort(sort), Limit: 2, Cursor: text}); err != nil {
			t.Errorf("a cursor that was read is not taken: %v", err)
		}
	})
}
