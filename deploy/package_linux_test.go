package deploy

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/buckettest"
)

// manager is a package manager that works in another root directory.
type manager struct {
	name                    string // and the end of a package's file name
	database                string // its folder
	options                 []string
	install, upgrade        string
	remove, purge           string // purge is empty if removing is all there is
	newSettings, leftBehind string // where the settings of a new version go, and the owner's after the removal
}

var managers = []manager{
	{
		name: "dpkg", database: "var/lib/dpkg/updates", options: []string{"--force-depends", "--force-confold", "--root"}, // confold: as unattended upgrades do
		install: "--install", upgrade: "--install", remove: "--remove", purge: "--purge",
		newSettings: "etc/vitrine/vitrine.env.dpkg-dist", leftBehind: "etc/vitrine/vitrine.env",
	},
	{
		name: "rpm", database: "var/lib/rpm", options: []string{"--nodeps", "--dbpath=/var/lib/rpm", "--root"},
		install: "--install", upgrade: "--upgrade", remove: "--erase",
		newSettings: "etc/vitrine/vitrine.env.rpmnew", leftBehind: "etc/vitrine/vitrine.env.rpmsave",
	},
}

// The packages are installed, run the site, keep its settings and data through an upgrade, and are removed.
func TestPackages(t *testing.T) {
	first, second := packages(t, "1.0.0", ""), packages(t, "1.1.0", "# a setting that is new in this version\n")
	for _, m := range managers {
		t.Run(m.name, func(t *testing.T) {
			r := newRoot(t, "sh", "getent", "useradd", "install", "rmdir")
			noError(t, os.MkdirAll(r.path(m.database), 0o755))
			manage := func(words ...string) string {
				return command(t, nil, m.name, append(append(m.options, string(r)), words...)...)
			}

			wantText(t, manage(m.install, first[m.name]), "systemctl enable --now vitrine")
			r.wantFiles(t)
			settings := r.read(t, "etc/vitrine/vitrine.env") + "VITRINE_SITE_NAME=Our Tools\nVITRINE_ADDR=" + buckettest.FreeAddress(t) + "\n"
			r.write(t, "etc/vitrine/vitrine.env", settings)
			r.serveUnit(t, "1.0.0")

			manage(m.upgrade, second[m.name])
			if got := r.read(t, "etc/vitrine/vitrine.env"); got != settings {
				t.Errorf("the upgrade has made the settings:\n%s", got)
			}
			wantText(t, r.read(t, m.newSettings), "new in this version")
			r.serveUnit(t, "1.1.0")

			message := manage(m.remove, "vitrine")
			wantText(t, r.read(t, m.leftBehind), "Our Tools")
			if m.purge != "" {
				message = manage(m.purge, "vitrine")
				r.wantNone(t, "etc/vitrine")
			}
			wantText(t, message, "The site's data is still in /var/lib/vitrine")
			r.wantNone(t, "usr/bin/vitrine", "usr/lib/systemd/system/vitrine.service", "usr/share/doc/vitrine")
			if _, err := os.Stat(r.path("var/lib/vitrine/vitrine.db")); err != nil {
				t.Errorf("the site's data is lost: %v", err)
			}
		})
	}
}

// packages builds the packages of a version whose vitrine.env ends with a line. It returns their paths by package manager.
func packages(t *testing.T, version, line string) map[string]string {
	t.Helper()
	tree, out := t.TempDir(), t.TempDir()
	noError(t, os.CopyFS(filepath.Join(tree, "deploy"), os.DirFS(".")), os.CopyFS(filepath.Join(tree, ".ci"), os.DirFS("../.ci")))
	license, err := os.ReadFile("../LICENSE")
	noError(t, err, os.WriteFile(filepath.Join(tree, "LICENSE"), license, 0o644))
	settings := filepath.Join(tree, "deploy/vitrine.env")
	text, err := os.ReadFile(settings)
	noError(t, err, os.WriteFile(settings, append(text, line...), 0o644))
	command(t, []string{"SOURCE_DATE_EPOCH=1700000000"}, filepath.Join(tree, ".ci/package"), buildProgram(t, "..", version), version, runtime.GOARCH, out)
	found := map[string]string{}
	for name, pattern := range map[string]string{"dpkg": "*.deb", "rpm": "*.rpm"} {
		files, err := filepath.Glob(filepath.Join(out, pattern))
		if err != nil || len(files) != 1 {
			t.Fatalf("%s: %v, %v", pattern, files, err)
		}
		found[name] = files[0]
	}
	return found
}

// wantFiles fails the test unless each file of the package has its mode and its owner.
func (r root) wantFiles(t *testing.T) {
	t.Helper()
	vitrine := r.user(t, "vitrine")
	for file, want := range map[string]struct {
		mode  fs.FileMode
		owner uint32
	}{
		"usr/bin/vitrine":                        {0o755, 0},
		"usr/lib/systemd/system/vitrine.service": {0o644, 0},
		"etc/vitrine":                            {0o755 | fs.ModeDir, 0},
		"etc/vitrine/vitrine.env":                {0o600, 0},
		"usr/share/doc/vitrine/nginx.conf":       {0o644, 0},
		"usr/share/doc/vitrine/Caddyfile":        {0o644, 0},
		"usr/share/doc/vitrine/prometheus.yml":   {0o644, 0},
		"usr/share/doc/vitrine/alerts.yml":       {0o644, 0},
		"usr/share/doc/vitrine/grafana.json":     {0o644, 0},
		"usr/share/doc/vitrine/copyright":        {0o644, 0},
		"var/lib/vitrine":                        {0o700 | fs.ModeDir, vitrine.Uid},
	} {
		info, err := os.Stat(r.path(file))
		noError(t, err)
		if owner := info.Sys().(*syscall.Stat_t).Uid; info.Mode() != want.mode || owner != want.owner {
			t.Errorf("%s has mode %v and owner %d, want %v and %d", file, info.Mode(), owner, want.mode, want.owner)
		}
	}
	if regexp.MustCompile(`(?m)^vitrine:.*:/usr/sbin/nologin$`).FindString(r.read(t, "etc/passwd")) == "" || vitrine.Uid == 0 || vitrine.Uid >= 1000 {
		t.Errorf("vitrine is no user of the system without a shell:\n%s", r.read(t, "etc/passwd"))
	}
}

func (r root) wantNone(t *testing.T, files ...string) {
	t.Helper()
	for _, file := range files {
		if _, err := os.Lstat(r.path(file)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is still there: %v", file, err)
		}
	}
}

// serveUnit runs the installed program as the unit says until it has served a page with the site's name.
func (r root) serveUnit(t *testing.T, version string) {
	t.Helper()
	unit := r.read(t, "usr/lib/systemd/system/vitrine.service")
	setting := func(name string) (values []string) {
		for _, line := range regexp.MustCompile(`(?m)^`+name+`=(.*)$`).FindAllStringSubmatch(unit, -1) {
			values = append(values, line[1])
		}
		return values
	}
	env := setting("Environment")
	for _, file := range setting("EnvironmentFile") { // systemd reads it as root, after the unit's own
		env = append(env, regexp.MustCompile(`(?m)^VITRINE_.*$`).FindAllString(r.read(t, file), -1)...)
	}
	address := ""
	for _, line := range env {
		if value, ok := strings.CutPrefix(line, "VITRINE_ADDR="); ok {
			address = value
		}
	}
	words := strings.Fields(setting("ExecStart")[0])
	stop := r.start(t, r.user(t, setting("User")[0]), env, words[0], words[1:]...)
	wantText(t, getPage(t, "http://"+address+"/"), "<title>Our Tools", `<script type="module"`)
	stop()
	wantText(t, command(t, nil, r.path(words[0]), "version"), fmt.Sprintf("vitrine %s ", version))
}
