package internal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
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
