package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// systems are the operating systems that releases are built for: on each the program contains other modules.
var systems = []string{"linux", "darwin", "windows"}

// goPackages returns Go's library and the modules that the program in a folder is built from.
func goPackages(root string) ([]Package, error) {
	folders := map[string]map[string]bool{} // the folders of packages, by "module version module's folder"
	for _, system := range systems {
		command := exec.Command("go", "list", "-deps", "-json=Dir,Module,Standard", "./cmd/vitrine")
		command.Dir, command.Stderr = root, os.Stderr
		command.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		output, err := command.Output()
		if err != nil {
			return nil, fmt.Errorf("list the packages for %s: %w", system, err)
		}
		for decoder := json.NewDecoder(strings.NewReader(string(output))); ; {
			var p struct {
				Dir    string
				Module *struct {
					Path, Version, Dir string
					Main               bool
				}
			}
			if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, fmt.Errorf("read the list of packages: %w", err)
			}
			if p.Module == nil || p.Module.Main {
				continue
			}
			module := p.Module.Path + " " + p.Module.Version + " " + p.Module.Dir
			if folders[module] == nil {
				folders[module] = map[string]bool{}
			}
			// The packages in a module's folders may have licences of their own.
			for dir := p.Dir; ; dir = filepath.Dir(dir) {
				folders[module][dir] = true
				if len(dir) <= len(p.Module.Dir) {
					break
				}
			}
		}
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("find Go: %w", err)
	}
	packages := []Package{{Name: "Go", Version: strings.TrimPrefix(runtime.Version(), "go")}}
	if err := packages[0].read(strings.TrimSpace(string(goroot))); err != nil {
		return nil, err
	}
	for module, of := range folders {
		fields := strings.SplitN(module, " ", 3)
		p := Package{Name: fields[0], Version: fields[1]}
		for _, dir := range slices.Sorted(maps.Keys(of)) { // a module's own licence first
			if err := p.read(dir); err != nil {
				return nil, err
			}
		}
		packages = append(packages, p)
	}
	return packages, nil
}

// npmPackages returns the packages that the front end in a folder is built from, with the licences that they declare too.
func npmPackages(web string) (packages []Package, err error) {
	data, err := os.ReadFile(filepath.Join(web, "package-lock.json"))
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct {
			Version, License string
			Dev, Optional    bool
		}
	}
	if err := json.Unmarshal(data, &lock); err != nil {
		return nil, fmt.Errorf("read package-lock.json: %w", err)
	}
	for folder, of := range lock.Packages {
		_, name, found := strings.Cut(folder, "node_modules/")
		if !found || of.Dev || of.Optional {
			continue
		}
		p := Package{Name: name, Version: of.Version}
		if of.License != "" {
			p.Licences = []string{of.License}
		}
		if err := p.read(filepath.Join(web, folder)); err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
	return packages, nil
}

// fileNames are the names of files with licences and notices.
var fileNames = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|unlicense)([.-].*)?$`)

// beside are files beside a licence: grants of patents, and lists of what else is in the repository, also of what only its tests use.
var beside = regexp.MustCompile(`(?i)^(notice|patents)|3rd.party`)

// read adds the texts of the licences and notices in a folder, and the licences that it recognises.
func (p *Package) read(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("read the licences of %s: %w", p.Name, err)
	}
	for _, e := range entries {
		if e.IsDir() || !fileNames.MatchString(e.Name()) || strings.HasSuffix(e.Name(), ".go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return fmt.Errorf("read the licences of %s: %w", p.Name, err)
		}
		p.texts = append(p.texts, strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")))
		if beside.MatchString(e.Name()) {
			continue
		}
		for _, match := range licensecheck.Scan(text).Match {
			if !match.IsURL {
				p.Licences = append(p.Licences, match.ID)
			}
		}
	}
	slices.Sort(p.Licences)
	p.Licences = slices.Compact(p.Licences)
	return nil
}
