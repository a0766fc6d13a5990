package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

const isc = `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that
the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY
DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION,
ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`

const gpl = `This program is free software: you can redistribute it and/or modify it under the terms of the GNU General Public License as
published by the Free Software Foundation, either version 3 of the License, or (at your option) any later version.

This program is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY; without even the implied warranty of
MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE. See the GNU General Public License for more details.

You should have received a copy of the GNU General Public License along with this program. If not, see <https://www.gnu.org/licenses/>.`

// packageOf returns a package with these files.
func packageOf(t *testing.T, name string, files map[string]string) Package {
	t.Helper()
	folder := t.TempDir()
	for file, text := range files {
		if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := Package{Name: name, Version: "1.0.0"}
	if err := p.read(folder); err != nil {
		t.Fatal(err)
	}
	return p
}

// A licence that asks for more than a notice is refused, and so is software without one.
func TestRefused(t *testing.T) {
	packages := []Package{
		packageOf(t, "free", map[string]string{"LICENSE.md": isc, "licenses.go": gpl, "LICENSE-3RD-PARTY.md": gpl}),
		packageOf(t, "strict", map[string]string{"COPYING": gpl}),
		packageOf(t, "both", map[string]string{"LICENCE": isc, "LICENSE-GPL": gpl}),
		packageOf(t, "silent", map[string]string{"README": isc, "LICENSE": "All rights reserved."}),
	}
	got := fmt.Sprint(refused(packages))
	want := "[strict 1.0.0: GPL-3.0-or-later both 1.0.0: GPL-3.0-or-later silent 1.0.0: no licence was recognised]"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Packages come by name, and a text of several packages once.
func TestNotices(t *testing.T) {
	n := noticesOf([]Package{{Name: "b", texts: []string{"one", "two"}}, {Name: "a", Version: "2", texts: []string{"two"}}, {Name: "a", Version: "1"}})
	if got, want := fmt.Sprint(n.Packages, n.Texts), "[{a 1 [] [] []} {a 2 [] [0] [two]} {b  [] [1 0] [one two]}] [two one]"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// All that the program is built from today has an accepted licence, and its text.
func TestProgram(t *testing.T) {
	packages, err := goPackages("../..")
	if err != nil {
		t.Fatal(err)
	}
	if lines := refused(packages); len(packages) < 30 || len(lines) > 0 {
		t.Errorf("of %d packages: %v", len(packages), lines)
	}
	for _, p := range packages {
		if len(p.texts) == 0 {
			t.Errorf("%s has no text", p.Name)
		}
	}
}
