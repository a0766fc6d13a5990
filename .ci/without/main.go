// Command without shows that a feature can be taken out: it copies the tree, deletes the feature's folders and the lines elsewhere that
// name what is in them, generates, builds and tests the rest. It prints those lines and fails if there are more than 12.
//
//	go run ./.ci/without [-keep FOLDER] [-lines] FEATURE
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// most is how many lines outside its folders may name a feature.
const most = 12

// feature is one that can be taken out. Its folders, and its files in others' folders, are named after it (patterns).
type feature struct {
	words  string // other words that they are named after
	others string // and what is named otherwise
	most   int    // lines elsewhere, where it needs more than the others; decision 33 says which and why
}

// features are those that are not found by their name alone. What every site has is no feature: catalog, site, media, visits.
var features = map[string]feature{
	"newsletter":  {others: "internal/readers/newsletter.go web/src/api/{issues,subscription}.ts", most: 15},
	"collections": {words: "collection"},
	"comparisons": {words: "compare comparison verdicts", others: "internal/mcp/compare*.go web/e2e/compare*"},
	"logo-search": {words: "logo_search logos", others: "internal/config/logos.go"},
	"link-checks": {words: "linkchecks"},
	"drafting":    {words: "assist assisttest"},
	"people":      {others: "web/src/admin/account"},
	"readers":     {words: "reader", others: "internal/app/newsletter_reader*_test.go web/src/public/{account,saved} web/src/api/{account,favorites}.ts web/e2e/account*"},
	"sync":        {words: "mirror", others: "internal/config/sync.go"},
	"generator":   {others: "web/e2e/strings/generator.ts"},
}

// patterns returns the feature's folders, and what tests, commands and calls are its own elsewhere.
func patterns(name string) []string {
	all := []string{"web/e2e/" + name + "*"}
	for word := range strings.FieldsSeq(name + " " + features[name].words) {
		all = append(all, "internal/"+word, "internal/{app,pages,store}/"+word+"*_test.go", "cmd/vitrine/{,*_}"+word+"*.go",
			"web/src/{public,admin}/"+word, "web/src/api/"+word+".ts")
	}
	return expanded(append(all, strings.Fields(features[name].others)...))
}

func main() {
	keep := flag.String("keep", "", "folder for the copy, which stays; otherwise it is temporary")
	onlyLines := flag.Bool("lines", false, "only print the lines, without building and testing")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, flag.Arg(0), *keep, *onlyLines); err != nil {
		fmt.Fprintln(os.Stderr, "without:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, name, keep string, onlyLines bool) error {
	if !regexp.MustCompile(`^[a-z-]+$`).MatchString(name) {
		return errors.New("FEATURE must be the name of a feature: newsletter")
	}
	folder := keep
	if folder == "" {
		made, err := os.MkdirTemp("", "without-"+name+"-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(made)
		folder = made
	}
	t := &tree{folder: folder}
	if err := t.copy(ctx); err != nil {
		return fmt.Errorf("copy the tree: %w", err)
	}
	if err := t.remove(patterns(name)); err != nil {
		return err
	}
	slices.Sort(t.lines)
	fmt.Printf("%s: %d lines outside its folders\n%s\n", name, len(t.lines), strings.Join(t.lines, "\n"))
	if !onlyLines {
		for _, line := range check {
			if err := t.run(ctx, line); err != nil {
				return err
			}
		}
	}
	if most := max(most, features[name].most); len(t.lines) > most {
		return fmt.Errorf("%d lines outside its folders, more than %d", len(t.lines), most)
	}
	return nil
}

// check generates, builds and tests what is left. Everything that is slow, and tests the whole program, is left out.
var check = []string{
	"go build ./internal/...",
	"make --no-print-directory generate",
	"cd web && npx tsc --noEmit",
	"make --no-print-directory build",
	"go vet ./...",
	"go test -vet=off -short -parallel 8 $(go list ./... | grep -vE '/(bench|deploy|docs|drill)$')",
	"cd web && npm run --silent test",
}

// tree is the copy.
type tree struct {
	folder string
	lines  []string // that named the feature, each with its file
}

func (t *tree) run(ctx context.Context, line string) error {
	fmt.Println("$ " + line)
	command := exec.CommandContext(ctx, "bash", "-euc", line)
	command.Dir, command.Stdout, command.Stderr = t.folder, os.Stdout, os.Stderr
	if err := command.Run(); err != nil {
		return fmt.Errorf("%s: %w", line, err)
	}
	return nil
}

// copy copies the files that git knows or would add, and links the modules of the front end.
func (t *tree) copy(ctx context.Context) error {
	listed, err := exec.CommandContext(ctx, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(strings.TrimRight(string(listed), "\x00"), "\x00") {
		text, err := os.ReadFile(name)
		if os.IsNotExist(err) { // it is deleted and not committed
			continue
		}
		if err != nil {
			return err
		}
		info, err := os.Stat(name)
		if err != nil {
			return err
		}
		to := filepath.Join(t.folder, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(to, text, info.Mode()); err != nil {
			return err
		}
		if err := os.Chtimes(to, info.ModTime(), info.ModTime()); err != nil { // make installs no modules again
			return err
		}
	}
	// On another file system there are no links to it.
	return exec.CommandContext(ctx, "sh", "-c", `cp -al web/node_modules "$1/web" || cp -a web/node_modules "$1/web"`, "sh", t.folder).Run()
}

// remove deletes what is the feature's own, and each line elsewhere that names something of it.
func (t *tree) remove(own []string) error {
	packages, declared := map[string]bool{}, map[string]map[string]bool{} // by folder: names of deleted files whose folder stays
	taken := 0
	for _, pattern := range own {
		found, err := filepath.Glob(filepath.Join(t.folder, pattern))
		if err != nil {
			return err
		}
		taken += len(found)
		for _, name := range found {
			inTree := t.name(name)
			info, err := os.Stat(name)
			if err != nil {
				return err
			}
			switch {
			case info.IsDir() && strings.HasPrefix(inTree, "internal/"):
				packages[inTree] = true
			case strings.HasSuffix(name, ".go"):
				if err := note(declared, path.Dir(inTree), name); err != nil {
					return err
				}
			}
			if err := os.RemoveAll(name); err != nil {
				return err
			}
		}
	}
	if taken == 0 {
		return errors.New("no folder and no file is named after it")
	}
	return filepath.WalkDir(t.folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if entry.Name() == "node_modules" || entry.Name() == ".git" || entry.Name() == ".ci" {
				return fs.SkipDir
			}
			return nil
		}
		inTree := t.name(name)
		switch path.Ext(name) {
		case ".go":
			return t.cut(name, goNames(packages, declared[path.Dir(inTree)]))
		case ".ts", ".tsx":
			return t.cut(name, typeScriptNames(own, inTree))
		}
		return nil
	})
}

// expanded returns patterns without braces, of which each has one pair at most.
func expanded(patterns []string) (all []string) {
	for _, pattern := range patterns {
		before, rest, _ := strings.Cut(pattern, "{")
		names, after, _ := strings.Cut(rest, "}")
		for name := range strings.SplitSeq(names, ",") {
			all = append(all, before+name+after)
		}
	}
	return all
}

func (t *tree) name(file string) string {
	relative, err := filepath.Rel(t.folder, file)
	if err != nil {
		panic(err) // it is below the folder
	}
	return filepath.ToSlash(relative)
}

// note adds the names that a file declares, without methods.
func note(declared map[string]map[string]bool, folder, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), file, text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	if declared[folder] == nil {
		declared[folder] = map[string]bool{}
	}
	for _, one := range parsed.Decls {
		switch d := one.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name != "init" {
				declared[folder][d.Name.Name] = true
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					declared[folder][s.Name.Name] = true
				case *ast.ValueSpec:
					for _, name := range s.Names {
						declared[folder][name.Name] = true
					}
				}
			}
		}
	}
	return nil
}

// names returns the lines of a text, as ranges of their numbers, that name something of the feature.
type names func(text []byte) (cut [][2]int)

// goNames finds the imports of deleted packages and what is qualified by them, and names that deleted files of the same package
// declared.
func goNames(packages, declared map[string]bool) names {
	return func(text []byte) (cut [][2]int) {
		var parts []string
		for name := range packages {
			imported := regexp.MustCompile(`(?m)^\s*"[^"]*/` + name + `"$`)
			if imported.Match(text) {
				parts = append(parts, imported.String(), `\b`+path.Base(name)+`\.`)
			}
		}
		for name := range declared {
			parts = append(parts, `(?:^|[^.\w])`+name+`\b`)
		}
		if len(parts) == 0 {
			return nil
		}
		return matching(text, regexp.MustCompile("(?m)"+strings.Join(parts, "|")))
	}
}

// importing matches an import of TypeScript: its names, if it has any, and where they are from.
var importing = regexp.MustCompile(`(?m)^import (?:type )?(?:([^;"]*) from )?"([^"]+)";\n`)

// lazily matches an import when it is needed.
var lazily = regexp.MustCompile(`import\("([^"]+)"\)`)

// typeScriptNames finds the imports of deleted folders and every line with a name from there.
func typeScriptNames(own []string, file string) names {
	isOwn := func(from string) bool {
		if !strings.HasPrefix(from, ".") {
			return false
		}
		target := path.Join(path.Dir(file), from)
		return slices.ContainsFunc(own, func(o string) bool { return target == strings.TrimSuffix(o, ".ts") || strings.HasPrefix(target, o+"/") })
	}
	return func(text []byte) (cut [][2]int) {
		var used []string
		for _, found := range importing.FindAllSubmatchIndex(text, -1) {
			if !isOwn(string(text[found[4]:found[5]])) {
				continue
			}
			first := bytes.Count(text[:found[0]], []byte("\n"))
			cut = append(cut, [2]int{first, first + bytes.Count(text[found[0]:found[1]], []byte("\n"))})
			if found[2] < 0 {
				continue
			}
			for name := range strings.FieldsFuncSeq(string(text[found[2]:found[3]]), func(r rune) bool { return strings.ContainsRune("{}, \n", r) }) {
				if name != "type" && name != "as" {
					used = append(used, `\b`+regexp.QuoteMeta(name)+`\b`)
				}
			}
		}
		for i, line := range bytes.Split(text, []byte("\n")) {
			if found := lazily.FindSubmatch(line); found != nil && isOwn(string(found[1])) {
				cut = append(cut, [2]int{i, i + 1})
			}
		}
		if len(used) > 0 {
			cut = append(cut, matching(text, regexp.MustCompile(strings.Join(used, "|")))...)
		}
		return cut
	}
}

// What a string or a comment says names nothing.
var quoted = regexp.MustCompile("\"(\\\\.|[^\"\\\\])*\"|`[^`]*`|//.*$")

// matching returns the lines that match, apart from comments.
func matching(text []byte, wanted *regexp.Regexp) (cut [][2]int) {
	for i, line := range bytes.Split(text, []byte("\n")) {
		code := line
		if !bytes.HasSuffix(line, []byte(`"`)) { // no import
			code = quoted.ReplaceAll(line, nil)
		}
		if trimmed := bytes.TrimSpace(line); wanted.Match(code) && !bytes.HasPrefix(trimmed, []byte("//")) {
			cut = append(cut, [2]int{i, i + 1})
		}
	}
	return cut
}

// cut deletes the lines of a file that name the feature.
func (t *tree) cut(file string, find names) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	gone := map[int]bool{}
	for _, lines := range find(text) {
		for i := lines[0]; i < lines[1]; i++ {
			gone[i] = true
		}
	}
	if len(gone) == 0 {
		return nil
	}
	var kept [][]byte
	for i, line := range bytes.Split(text, []byte("\n")) {
		if !gone[i] {
			kept = append(kept, line)
			continue
		}
		t.lines = append(t.lines, fmt.Sprintf("  %s:%d: %s", t.name(file), i+1, bytes.TrimSpace(line)))
	}
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	return os.WriteFile(file, bytes.Join(kept, []byte("\n")), info.Mode())
}
