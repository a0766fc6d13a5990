package media

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The module of the encoder registers its decoder with package image, where image.Decode would find it. Uploads are
// decoded by the list in inspect.go; nothing in this program may ask package image, nor that module for more than to
// encode.
func TestNoRegisteredDecoder(t *testing.T) {
	allowed := map[string][]string{"image": nil, "github.com/deepteams/webp": {"Encode", "DefaultOptions"}}
	encoders := 0
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Name() == "node_modules" {
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			imported, _ := strconv.Unquote(spec.Path.Value)
			names, watched := allowed[imported]
			if !watched {
				continue
			}
			if imported != "image" {
				encoders++
			}
			for _, used := range selected(file, filepath.Base(imported)) {
				if imported == "image" && strings.HasPrefix(used, "Decode") || imported != "image" && !slices.Contains(names, used) {
					t.Errorf("%s uses %s of %s", path, used, imported)
				}
			}
		}
		return nil
	})
	if err != nil || encoders != 1 {
		t.Errorf("%d files use the encoder, %v", encoders, err)
	}
}

// selected are the names that a file uses of a package.
func selected(file *ast.File, of string) (names []string) {
	ast.Inspect(file, func(node ast.Node) bool {
		if selector, ok := node.(*ast.SelectorExpr); ok {
			if pkg, ok := selector.X.(*ast.Ident); ok && pkg.Name == of {
				names = append(names, selector.Sel.Name)
			}
		}
		return true
	})
	return names
}
