package deploy

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	modules "golang.org/x/mod/module"
	"golang.org/x/mod/zip"

	"github.com/vitrine-directory/vitrine/internal/buckettest"
)

// checkout copies what the program is built from, with the built front end, to a folder.
func checkout(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for _, part := range []string{".ci", "api", "cmd", "internal", "web/dist"} {
		noError(t, os.CopyFS(filepath.Join(folder, part), os.DirFS(filepath.Join("..", part))))
	}
	for _, file := range []string{".gitignore", "LICENSE", "go.mod", "go.sum", "web/embed.go"} {
		content, err := os.ReadFile(filepath.Join("..", file))
		noError(t, err, os.WriteFile(filepath.Join(folder, file), content, 0o644))
	}
	return folder
}

// Two builds in two folders are the same bytes, with the flags of .goreleaser.yaml.
func TestReproducible(t *testing.T) {
	release, err := os.ReadFile("../.goreleaser.yaml")
	noError(t, err)
	wantText(t, string(release), "env: [CGO_ENABLED=0]", "flags: ["+strings.Join(buildFlags, ", ")+"]", "main.release={{ .Version }}")
	var programs [2][]byte
	for i := range programs {
		programs[i], err = os.ReadFile(buildProgram(t, checkout(t), "1.0.0"))
		noError(t, err)
	}
	if !bytes.Equal(programs[0], programs[1]) {
		t.Error("two builds differ")
	}
}

// What `go install` fetches of a release gives a program with the front end.
func TestGoInstall(t *testing.T) {
	tree := checkout(t)
	git := func(words ...string) string {
		return command(t, nil, "git", append([]string{"-C", tree, "-c", "user.name=Test", "-c", "user.email=test@example.com"}, words...)...)
	}
	git("init", "--quiet")
	git("config", "user.name", "Test")
	git("config", "user.email", "test@example.com")
	git("add", ".")
	git("commit", "--quiet", "--message", "test")
	command(t, nil, filepath.Join(tree, ".ci/release-commit"), "1.0.0")
	if status := git("status", "--porcelain"); status != "" {
		t.Errorf("the checkout has changed:\n%s", status)
	}

	var module struct {
		Module  struct{ Path string }
		Replace []any
	}
	noError(t, json.Unmarshal([]byte(command(t, nil, "go", "-C", tree, "mod", "edit", "-json")), &module))
	version := modules.Version{Path: module.Module.Path, Version: "v1.0.0"}
	archive, err := os.Create(filepath.Join(t.TempDir(), "module.zip"))
	noError(t, err, zip.CreateFromVCS(archive, version, tree, version.Version, ""), archive.Close())
	fetched := filepath.Join(t.TempDir(), "module")
	noError(t, zip.Unzip(fetched, version, archive.Name()))
	module.Replace = nil
	noError(t, json.Unmarshal([]byte(command(t, nil, "go", "-C", fetched, "mod", "edit", "-json")), &module))
	if len(module.Replace) > 0 {
		t.Errorf("go install refuses a module that replaces others: %v", module.Replace)
	}
	wantFrontEnd(t, buildProgram(t, fetched, version.Version))
}

// wantFrontEnd runs a program until it has served a page with its script.
func wantFrontEnd(t *testing.T, program string) {
	t.Helper()
	address := buckettest.FreeAddress(t)
	start(t, program, "serve", "--data", t.TempDir(), "--addr", address)
	wantText(t, getPage(t, "http://"+address+"/"), `<script type="module"`)
	wantText(t, getPage(t, "http://"+address+"/about/licences"), "<h1", "preact")
}

// The Homebrew formula names the release and the checksum of each archive, and there is none with an archive missing.
func TestHomebrew(t *testing.T) {
	var sums strings.Builder
	systems := []string{"darwin_arm64", "darwin_amd64", "linux_arm64", "linux_amd64"}
	for i, system := range systems {
		fmt.Fprintf(&sums, "%064x  vitrine_1.2.3_%s.tar.gz\n", i+1, system)
	}
	path := filepath.Join(t.TempDir(), "checksums.txt")
	noError(t, os.WriteFile(path, []byte(sums.String()), 0o644))
	formula := command(t, nil, "../.ci/homebrew", "1.2.3", path)
	for i, system := range systems {
		wantText(t, formula, fmt.Sprintf("/v1.2.3/vitrine_1.2.3_%s.tar.gz\"\n      sha256 \"%064x\"", system, i+1))
	}
	if output, err := exec.CommandContext(t.Context(), "../.ci/homebrew", "1.2.4", path).CombinedOutput(); err == nil || !strings.Contains(string(output), "vitrine_1.2.4_darwin_arm64.tar.gz has no checksum") {
		t.Errorf("without the archives: %v\n%s", err, output)
	}
}
