package internal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A package has at most so many source files, and an exported type so many methods of its own.
const most = 25

// No package and no type grows until nobody knows it as a whole.
func TestSizes(t *testing.T) {
	files, methods := map[string]int{}, map[string]int{}
	for _, root := range []string{".", "../cmd"} {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			folder := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../")
			files[folder]++
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			for _, declared := range file.Decls {
				if receiver := receiverOf(declared); ast.IsExported(receiver) {
					methods[folder+"."+receiver]++
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for what, counts := range map[string]map[string]int{"source files": files, "methods": methods} {
		for name, count := range counts {
			if count > most {
				t.Errorf("%s has %d %s, more than %d: split it by what changes together", name, count, what, most)
			}
		}
	}
}

// receiverOf returns the name of the type of which a declaration is a method, or "".
func receiverOf(declared ast.Decl) string {
	f, isFunc := declared.(*ast.FuncDecl)
	if !isFunc || f.Recv == nil {
		return ""
	}
	of := f.Recv.List[0].Type
	for {
		switch x := of.(type) {
		case *ast.StarExpr:
			of = x.X
		case *ast.IndexExpr:
			of = x.X
		case *ast.IndexListExpr:
			of = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

// settled finds words for which another one was chosen, in what people read.
var settled = []struct {
	word    *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`(?i)\b(colours?|favourites?|behaviours?|catalogues?|organis\w+|recognis\w+|centres?|labelled)\b`), "the American spelling"},
	{regexp.MustCompile(`(?i)\be-mails?\b`), "email"},
	{regexp.MustCompile(`(?i)\b(most visited|\w+ visits (to|of|in|from|by)|visits? counts?|[0-9] visits)\b`), "clicks (to a website) or views (of a page)"},
	{regexp.MustCompile(`(?i)\b(public|canonical|old|former|made-up) address(es)?\b|\baddress(es)? of (the|a|an|its|their) (page|site|tool|category|collection|comparison|website)|\bhttps?://( or https://)? address`), "URL"},
	{regexp.MustCompile(`(?i)\bfor good\b`), "permanently"},
	{regexp.MustCompile(`(?i)\b(no|search|loading) readers\b`), "accounts or subscribers"},
}

// Screens, emails, messages, descriptions of the API, help and docs have one word for one thing.
func TestWords(t *testing.T) {
	for _, root := range []string{".", "../cmd", "../web/src", "../docs", "../README.md", "../CONTRIBUTING.md"} {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == "decisions") {
				return filepath.SkipDir
			}
			if err != nil || entry.IsDir() {
				return err
			}
			for _, text := range textsIn(t, path) {
				for _, s := range settled {
					if found := s.word.FindString(text); found != "" {
						t.Errorf("%s: write %s instead of %q in %.160q", path, s.instead, found, text)
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

var (
	comment = regexp.MustCompile(`(?s)/\*.*?\*/|(?m)^\s*//.*$| // .*$`)
	// Strings of several words, and lines of prose between tags.
	browserText = regexp.MustCompile("(?m)\"[^\"\\n]* [^\"\\n]*\"|`[^`\\n]* [^`\\n]*`|>[^<>{}\\n]+<|^\\s+[^={}();<>]+$")
)

// textsIn returns the texts of a source file or a page of the docs that people may read.
func textsIn(t *testing.T, path string) (texts []string) {
	switch name := filepath.Base(path); {
	case strings.HasSuffix(name, "_test.go"), strings.Contains(name, ".test."), strings.Contains(path, "/testing"), name == "api-reference.md":
		return nil
	case strings.HasSuffix(name, ".go"):
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if literal, isLiteral := n.(*ast.BasicLit); isLiteral && literal.Kind == token.STRING && strings.Contains(literal.Value, " ") {
				if text, err := strconv.Unquote(literal.Value); err == nil {
					texts = append(texts, text)
				}
			}
			return true
		})
		return texts
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case strings.HasSuffix(path, ".md"), strings.HasSuffix(path, ".json"):
		return strings.Split(string(text), "\n")
	case strings.HasSuffix(path, ".ts"), strings.HasSuffix(path, ".tsx"):
		return browserText.FindAllString(comment.ReplaceAllString(string(text), ""), -1)
	}
	return nil
}
