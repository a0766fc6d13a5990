package main

import (
	"bytes"
	"io"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/twofactor"
)

const (
	ann      = "ann@example.com"
	password = "correct horse battery"
)

// adminFixture is a database, and the output of the last command on it.
type adminFixture struct {
	t          *testing.T
	database   config.Database
	db         *store.Store // the database, opened beside the commands as a running site has it
	out, hints bytes.Buffer
}

// newAdminFixture is a database of a test's own.
func newAdminFixture(t *testing.T) *adminFixture {
	t.Helper()
	place := newPlace(t)
	return &adminFixture{t: t, database: place, db: storetest.OpenAt(t, options(place))}
}

// does runs "vitrine admin" with these words on the database.
func (o *adminFixture) does(stdin string, words ...string) error {
	o.t.Helper()
	var line config.CommandLine
	parser, err := config.Parser(&line)
	noError(o.t, err)
	asked, err := parser.Parse(slices.Concat([]string{"admin"}, words, []string{"--data", o.database.Data}))
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
	accounts := account.New(account.Options{DB: o.db.DB})
	for _, stdin := range []string{"short\n", ""} {
		wantError(t, o.does(stdin, "create", "--email", ann), "12 to 128 characters")
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
	wantFault(t, o.does("", "disable", "--email", "bob@example.com"), fault.Conflict) // the last one
	o.must("", "list")
	if output := o.out.String(); !strings.Contains(output, ann+"  Ann   disabled") || strings.Contains(output, "$argon2id$") {
		t.Errorf("the list:\n%s", output)
	}
	o.must("", "enable", "--email", ann)
	if !signsIn(t, accounts, "another good password") {
		t.Error("who is let in again cannot sign in")
	}
	o.mustHaveWritten("create users", "create users", "password users", "update users", "update users")
}

// The commands about roles and the second factor take the same way as the screens.
func TestAdminRole(t *testing.T) {
	t.Parallel()
	o := newAdminFixture(t)
	accounts := account.New(account.Options{DB: o.db.DB, SecretKey: twofactor.KeyIn(strings.Repeat("k", 32), "")})
	o.must(password, "create", "--email", ann)
	o.must(password, "create", "--email", "bob@example.com", "--role", "viewer")
	wantFault(t, o.does("", "role", "--email", ann, "--role", "editor"), fault.Conflict) // the only owner
	wantFault(t, o.does("", "disable", "--email", ann), fault.Conflict)                  // a viewer is left
	o.must("", "role", "--email", "bob@example.com", "--role", "owner")
	o.must("", "role", "--email", ann, "--role", "editor")
	o.must("", "list")
	if output := o.out.String(); !strings.Contains(output, ann+"        editor") || !strings.Contains(output, "bob@example.com        owner") {
		t.Errorf("the list:\n%s", output)
	}
	wantFault(t, o.does("", "two-factor-off", "--email", ann), fault.NotFound)
	secret, err := accounts.TwoFactor.Start(t.Context(), 1)
	noError(t, err)
	code, err := totp.GenerateCode(secret, time.Now())
	noError(t, err)
	_, err = accounts.TwoFactor.Confirm(t.Context(), ann, 1, code, "")
	noError(t, err)
	_, err = accounts.Login(t.Context(), netip.MustParseAddr("203.0.113.7"), ann, password)
	wantFault(t, err, fault.Forbidden)
	o.must("", "two-factor-off", "--email", ann)
	if !signsIn(t, accounts, password) {
		t.Error("Ann still needs a code")
	}
	o.mustHaveWritten("create users", "create users", "update users", "update users", "two_factor_off users")
}

// mustHaveWritten holds what the audit says of the command line against what was done.
func (o *adminFixture) mustHaveWritten(want ...string) {
	o.t.Helper()
	entries, err := o.db.Audit(o.t.Context(), audit.Query{})
	noError(o.t, err)
	var done []string
	for _, e := range slices.Backward(entries) { // the newest comes first
		if e.Actor == byCommandLine {
			done = append(done, e.Action+" "+e.Object)
		}
	}
	same(o.t, "what the audit has", done, want)
}

// needSite are commands of features that need a site. Their tests add them.
var needSite = map[string]func(t *testing.T, place config.Database) error{}

// A command in a folder without a site says so, and makes nothing, nor the folder.
func TestCommandsWrongFolder(t *testing.T) {
	t.Parallel()
	words := map[string][]string{
		"list":     {"list"},
		"password": {"password", "--email", ann},
		"token":    {"token", "--email", ann, "--name", "nightly"},
		"revoke":   {"token", "--email", ann, "--name", "nightly", "--revoke"},
		"role":     {"role", "--email", ann, "--role", "viewer"},
		"factor":   {"two-factor-off", "--email", ann},
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
			return errOf(imported(t, config.Import{Database: place, DryRun: true}, twoTools))
		},
	}
	for name, command := range needSite {
		commands[name] = func(place config.Database) error { return command(t, place) }
	}
	for name, command := range words {
		commands["admin "+name] = func(place config.Database) error {
			o := &adminFixture{t: t, database: place}
			return o.does(password, command...)
		}
	}
	for name, command := range commands {
		t.Run(name, func(t *testing.T) {
			empty := t.TempDir()
			for _, folder := range []string{empty, filepath.Join(empty, "nowhere")} {
				wantError(t, command(config.Database{Data: folder}), "there is no site at "+folder)
			}
			if left, err := os.ReadDir(empty); err != nil || len(left) > 0 {
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
	wantFault(t, o.does("", "token", "--email", ann, "--name", "nightly"), fault.Conflict)
	o.must("", "list")
	if output := o.out.String(); !strings.Contains(output, "token nightly") || !strings.Contains(output, "read") || strings.Contains(output, strings.TrimSpace(text)) {
		t.Errorf("the list:\n%s", output)
	}
	o.must("", "token", "--email", ann, "--name", "nightly", "--revoke")
	wantFault(t, o.does("", "token", "--email", ann, "--name", "nightly", "--revoke"), fault.NotFound)
	o.mustHaveWritten("create users", "create tokens", "delete tokens")
}

// The password of the first administrator is printed at the first start only.
func TestAdminFirstPassword(t *testing.T) {
	t.Parallel()
	o := newAdminFixture(t)
	accounts := account.New(account.Options{DB: o.db.DB})
	start := func(settings config.Serve) string {
		t.Helper()
		var output bytes.Buffer
		noError(t, firstAdministrator(t.Context(), accounts.Administrators, settings, "https://tools.example", &output))
		wantText(t, output.String(), "https://tools.example/admin/login\n")
		return output.String()
	}
	wantText(t, start(config.Serve{}), "email:    admin@localhost\n  password: ")
	for _, settings := range []config.Serve{{}, {AdminEmail: "admin@localhost", AdminPassword: password}} {
		if output := start(settings); strings.Contains(output, "password") {
			t.Errorf("a later start says:\n%s", output)
		}
	}
	if output := start(config.Serve{AdminEmail: ann, AdminPassword: password}); strings.Contains(output, password) || !signsIn(t, accounts, password) {
		t.Errorf("a named administrator: output\n%s", output)
	}
	err := firstAdministrator(t.Context(), accounts.Administrators, config.Serve{AdminEmail: "eve@example.com", AdminPassword: "short"}, "", &bytes.Buffer{})
	if err == nil || !strings.Contains(err.Error(), "--admin-password") || strings.Contains(err.Error(), "short") {
		t.Errorf("a password that is too short: %v", err)
	}
}
