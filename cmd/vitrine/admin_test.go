package main

import (
	"bytes"
	"io"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

const (
	ann      = "ann@example.com"
	password = "correct horse battery"
)

// adminFixture is a database, and the output of the last command on it.
type adminFixture struct {
	t          *testing.T
	database   config.Database
	out, hints bytes.Buffer
}

// newAdminFixture is a database of a test's own.
func newAdminFixture(t *testing.T) *adminFixture {
	t.Helper()
	place := newPlace(t)
	o := &adminFixture{t: t, database: place}
	o.opened()
	return o
}

// does runs "vitrine admin" with these words on the office's database.
func (o *adminFixture) does(stdin string, words ...string) error {
	o.t.Helper()
	var line config.CommandLine
	parser, err := config.Parser(&line)
	noError(o.t, err)
	words = append([]string{"admin"}, words...)
	if o.database.DatabaseURL != "" {
		words = append(words, "--database-url", o.database.DatabaseURL.Reveal())
	}
	asked, err := parser.Parse(append(words, "--data", o.database.Data))
	noError(o.t, err)
	o.out.Reset()
	o.hints.Reset()
	return terminal{strings.NewReader(stdin), &o.out, &o.hints}.admin(o.t.Context(), asked.Selected().Name, line.Admin)
}

// must is does for what has to work.
func (o *adminFixture) must(stdin string, words ...string) {
	o.t.Helper()
	if err := o.does(stdin, words...); err != nil {
		o.t.Fatalf("%q: %v", words, err)
	}
}

// opened is the office's database, opened beside the commands as a running site has it.
func (o *adminFixture) opened() *store.Store {
	o.t.Helper()
	return storetest.OpenAt(o.t, options(o.database))
}

// signsIn reports whether Ann can sign in with a password.
func signsIn(t *testing.T, accounts *account.Accounts, password string) bool {
	t.Helper()
	_, err := accounts.Login(t.Context(), netip.MustParseAddr("203.0.113.7"), ann, password)
	if err != nil && !fault.Is(err, fault.Unauthorized) {
		t.Fatal(err)
	}
	return err == nil
}

// The administrator commands work beside a running site.
func TestAdminCommands(t *testing.T) {
	t.Parallel()
	o := newAdminFixture(t)
	db := o.opened()
	accounts := account.New(account.Options{Store: db})
	for stdin, want := range map[string]string{"short\n": "12 to 128 characters", "": "12 to 128 characters"} {
		wantError(t, o.does(stdin, "create", "--email", ann), want)
	}
	o.must(password+"\r\nmore\n", "create", "--email", ann, "--name", "Ann")
	o.must(password, "create", "--email", "bob@example.com")
	if !signsIn(t, accounts, password) {
		t.Error("the new administrator cannot sign in")
	}
	o.must("another good password\n", "password", "--email", ann)
	if signsIn(t, accounts, password) || !signsIn(t, accounts, "another good password") {
		t.Error("the new password does not hold")
	}
	o.must("", "disable", "--email", ann)
	if signsIn(t, accounts, "another good password") {
		t.Error("who is shut out signs in")
	}
	if err := o.does("", "disable", "--email", "bob@example.com"); !fault.Is(err, fault.Conflict) {
		t.Errorf("the last one: %v", err)
	}
	o.must("", "list")
	if output := o.out.String(); !strings.Contains(output, ann+"  Ann   disabled") || strings.Contains(output, "$argon2id$") {
		t.Errorf("the list:\n%s", output)
	}
	o.must("", "enable", "--email", ann)
	if !signsIn(t, accounts, "another good password") {
		t.Error("who is let in again cannot sign in")
	}
	o.mustHaveWritten(db, "create users", "create users", "password users", "update users", "update users")
}

// mustHaveWritten holds what the audit says of the command line against what was done.
func (o *adminFixture) mustHaveWritten(db *store.Store, want ...string) {
	o.t.Helper()
	entries, err := db.Audit(o.t.Context(), audit.Query{})
	noError(o.t, err)
	var done []string
	for _, e := range entries { // the newest first
		if e.Actor == byCommandLine {
			done = append([]string{e.Action + " " + e.Object}, done...)
		}
	}
	if strings.Join(done, ", ") != strings.Join(want, ", ") {
		o.t.Errorf("the audit has %q, want %q", done, want)
	}
}

// A command in a folder without a site says so, and makes nothing.
func TestCommandsWrongFolder(t *testing.T) {
	t.Parallel()
	production := productionOf(t, "there")
	words := map[string][]string{
		"list":     {"list"},
		"password": {"password", "--email", ann},
		"token":    {"token", "--email", ann, "--name", "nightly"},
		"revoke":   {"token", "--email", ann, "--name", "nightly", "--revoke"},
		"disable":  {"disable", "--email", ann},
		"enable":   {"enable", "--email", ann},
	}
	commands := map[string]func(place config.Database) error{
		"export": func(place config.Database) error {
			return export(t.Context(), config.Export{Database: place, File: filepath.Join(t.TempDir(), "site.zip")}, io.Discard)
		},
		"check": func(place config.Database) error {
			return check(t.Context(), config.Check{Database: place}, io.Discard)
		},
		"backup": func(place config.Database) error {
			return backUp(t.Context(), config.Backup{Database: place}, io.Discard)
		},
		"import --dry-run": func(place config.Database) error {
			_, err := imported(t, config.Import{Database: place, DryRun: true}, twoTools)
			return err
		},
		"sync --dry-run": func(place config.Database) error {
			return syncSite(t.Context(), config.Sync{Database: place, DryRun: true,
				Mirror: config.Mirror{Role: config.Development, ProductionDatabaseURL: config.Secret(production)}}, io.Discard)
		},
	}
	for name, command := range words {
		commands["admin "+name] = func(place config.Database) error {
			o := &adminFixture{t: t, database: place}
			return o.does(password, command...)
		}
	}
	for name, command := range commands {
		t.Run(name, func(t *testing.T) {
			place := config.Database{Data: t.TempDir()}
			wantError(t, command(place), "there is no site at "+place.Data)
			if left, err := os.ReadDir(place.Data); err != nil || len(left) > 0 {
				t.Errorf("it has made %v, %v", left, err)
			}
		})
	}
}

// A new token is printed once, and alone on standard output.
func TestAdminToken(t *testing.T) {
	t.Parallel()
	o := newAdminFixture(t)
	o.must(password, "create", "--email", ann)
	o.must("", "token", "--email", ann, "--name", "nightly", "--days", "30", "--scope", "read")
	text := o.out.String()
	if len(text) != len("vitrine_")+43+1 || !strings.HasPrefix(text, "vitrine_") || !strings.Contains(o.hints.String(), "shown only once") {
		t.Errorf("out: %q, hints: %q", text, o.hints.String())
	}
	if err := o.does("", "token", "--email", ann, "--name", "nightly"); !fault.Is(err, fault.Conflict) {
		t.Errorf("a second one of that name: %v", err)
	}
	o.must("", "list")
	if output := o.out.String(); !strings.Contains(output, "token nightly") || !strings.Contains(output, "read") || strings.Contains(output, strings.TrimSpace(text)) {
		t.Errorf("the list:\n%s", output)
	}
	o.must("", "token", "--email", ann, "--name", "nightly", "--revoke")
	if err := o.does("", "token", "--email", ann, "--name", "nightly", "--revoke"); !fault.Is(err, fault.NotFound) {
		t.Errorf("revoked again: %v", err)
	}
	o.mustHaveWritten(o.opened(), "create users", "create tokens", "delete tokens")
}

// The password of the first administrator is printed at the first start only.
func TestAdminFirstPassword(t *testing.T) {
	t.Parallel()
	o := newAdminFixture(t)
	accounts := account.New(account.Options{Store: o.opened()})
	start := func(settings config.Serve) string {
		t.Helper()
		var output bytes.Buffer
		noError(t, firstAdministrator(t.Context(), accounts, settings, "https://tools.example", &output))
		wantText(t, output.String(), "https://tools.example/admin/login\n")
		return output.String()
	}
	if output := start(config.Serve{}); !strings.Contains(output, "email:    admin@localhost\n  password: ") {
		t.Errorf("the first start says:\n%s", output)
	}
	for _, settings := range []config.Serve{{}, {AdminEmail: "admin@localhost", AdminPassword: password}} {
		if output := start(settings); strings.Contains(output, "password") {
			t.Errorf("a later start says:\n%s", output)
		}
	}
	if output := start(config.Serve{AdminEmail: ann, AdminPassword: password}); strings.Contains(output, password) || !signsIn(t, accounts, password) {
		t.Errorf("a named administrator: output\n%s", output)
	}
	err := firstAdministrator(t.Context(), accounts, config.Serve{AdminEmail: "eve@example.com", AdminPassword: "short"}, "", &bytes.Buffer{})
	if err == nil || !strings.Contains(err.Error(), "--admin-password") || strings.Contains(err.Error(), "short") {
		t.Errorf("a password that is too short: %v", err)
	}
}
