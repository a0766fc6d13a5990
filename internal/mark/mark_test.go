package mark

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

// Marks are the same as in browsers, whose test has the same cases.
func TestMarks(t *testing.T) {
	file, err := os.ReadFile("testdata/marks.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name, Hash, Ground, Figure string
		Motif, Pair                int
		Light                      bool
		Pieces                     [][]any
	}
	if err := json.Unmarshal(file, &cases); err != nil {
		t.Fatal(err)
	}
	motifs := map[int]bool{}
	for _, want := range cases {
		m := Of(want.Name)
		motifs[m.Motif] = true
		ground, figure, _ := m.Colors()
		if hash := fmt.Sprintf("%08x", m.Hash); hash != want.Hash || m.Motif != want.Motif || m.Pair != want.Pair || m.Light != want.Light || ground != want.Ground || figure != want.Figure {
			t.Errorf("%.40q: %s, %+v, %s, %s, want %+v", want.Name, hash, m, ground, figure, want)
		}
		pieces := [][]any{}
		for _, p := range m.Pieces() {
			piece := []any{string(p.Kind)}
			for _, number := range []float64{p.X, p.Y, p.A, p.B, p.Opacity} {
				piece = append(piece, math.Round(number*1e4)/1e4)
			}
			pieces = append(pieces, piece)
		}
		if got, expected := fmt.Sprint(pieces), fmt.Sprint(want.Pieces); got != expected {
			t.Errorf("%.40q has the pieces %s, want %s", want.Name, got, expected)
		}
	}
	if len(motifs) != 10 {
		t.Errorf("the cases have %d motifs, want all 10", len(motifs))
	}
}

// Few of many tools have the same mark with the same initials, and no motif, pair or ground is rare.
func TestMarksDiffer(t *testing.T) {
	const tools = 5000
	same, motifs, pairs, light := map[string]int{}, [10]int{}, [12]int{}, 0
	for i := range tools {
		initials := []rune{'A' + rune(i%20), 'A' + rune(i/20%10)}
		m := Of(fmt.Sprintf("%cpaint %criter %d", initials[0], initials[1], i))
		ground, figure, _ := m.Colors()
		same[fmt.Sprint(string(initials), ground, figure, m.Pieces())]++
		motifs[m.Motif]++
		pairs[m.Pair]++
		if m.Light {
			light++
		}
	}
	most := 0
	for _, count := range same {
		most = max(most, count)
	}
	t.Logf("%d different marks of %d tools, the most frequent %d times", len(same), tools, most)
	if len(same) < tools*9/10 || most > 6 {
		t.Errorf("%d different marks of %d tools, the most frequent %d times", len(same), tools, most)
	}
	if slices.Min(motifs[:]) < tools/10*8/10 || slices.Min(pairs[:]) < tools/12*8/10 || light < tools/8*8/10 || light > tools/8*12/10 {
		t.Errorf("motifs %v, pairs %v, %d light", motifs, pairs, light)
	}
}

// Names of one mark are side by side only if nothing else is left to stand between them.
func TestApart(t *testing.T) {
	marks := map[byte]Mark{'a': {Motif: 1, Pair: 1}, 'b': {Motif: 2, Pair: 1}, 'c': {Motif: 1, Pair: 1, Light: true}}
	for list, want := range map[string]string{
		"": "", "a": "a", "abc": "abc", "aab": "aba", "aaabb": "ababa", "aa": "aa", "baaac": "bacaa", "--aa-": "--a-a",
	} {
		letters := strings.Split(list, "")
		if list == "" {
			letters = nil
		}
		Apart(letters, func(letter string) (Mark, bool) {
			m, ok := marks[letter[0]]
			return m, ok
		})
		if got := strings.Join(letters, ""); got != want {
			t.Errorf("%q becomes %q, want %q", list, got, want)
		}
	}
}
