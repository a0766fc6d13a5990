// Command licences collects the licences of everything that the program contains: Go's library, the Go modules it is built from on
// any system, and the front end's npm packages. It fails if one of them may not be part of the program. With a file name, it writes
// them there as JSON, for the page /about/licences.
package main

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"slices"
)

// Package is software of others that the program contains.
type Package struct {
	Name     string   `json:"name"`
	Version  string   `json:"version"`
	Licences []string `json:"licences"` // SPDX identifiers
	Texts    []int    `json:"texts"`    // indexes of Notices.Texts
	texts    []string
}

// Notices are the licences of all packages, by name. Each text is in it once.
type Notices struct {
	Packages []Package `json:"packages"`
	Texts    []string  `json:"texts"`
}

// accepted are the licences of software that may be part of the program: at most they require a notice.
var accepted = []string{"0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0", "OFL-1.1", "Unlicense", wordNet}

// wordNet is Princeton's license of WordNet, which has no SPDX identifier. internal/search has filters of its words.
const wordNet = "LicenseRef-WordNet"

//go:embed wordnet.txt
var wordNetText string

func main() {
	log.SetFlags(0)
	if len(os.Args) > 2 {
		log.Fatal("usage: licences [FILE]")
	}
	const root = "../.." // go -C runs it in its own folder
	packages, err := goPackages(root)
	if err != nil {
		log.Fatal(err)
	}
	npm, err := npmPackages(root + "/web")
	if err != nil {
		log.Fatal(err)
	}
	packages = append(packages, npm...)
	packages = append(packages, Package{Name: "WordNet", Version: "3.1", Licences: []string{wordNet}, texts: []string{wordNetText}})
	if refused := refused(packages); len(refused) > 0 {
		for _, line := range refused {
			log.Print(line)
		}
		log.Fatalf("the program may contain software under these licences only: %v", accepted)
	}
	if len(os.Args) == 1 {
		return
	}
	data, err := json.Marshal(noticesOf(packages))
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(os.Args[1], data, 0o644); err != nil {
		log.Fatal(err)
	}
}

// refused returns a line for each package that has no licence, or one that is not accepted.
func refused(packages []Package) (lines []string) {
	for _, p := range packages {
		if len(p.Licences) == 0 {
			lines = append(lines, fmt.Sprintf("%s %s: no licence was recognised", p.Name, p.Version))
		}
		for _, licence := range p.Licences {
			if !slices.Contains(accepted, licence) {
				lines = append(lines, fmt.Sprintf("%s %s: %s", p.Name, p.Version, licence))
			}
		}
	}
	return lines
}

// noticesOf sorts the packages and numbers their texts.
func noticesOf(packages []Package) Notices {
	slices.SortFunc(packages, func(a, b Package) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Version, b.Version))
	})
	n := Notices{Packages: packages}
	for i := range packages {
		p := &packages[i]
		p.Texts = []int{}
		for _, text := range p.texts {
			at := slices.Index(n.Texts, text)
			if at < 0 {
				at = len(n.Texts)
				n.Texts = append(n.Texts, text)
			}
			p.Texts = append(p.Texts, at)
		}
	}
	return n
}
