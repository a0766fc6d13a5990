package config

import (
	"slices"
	"strings"
	"testing"
)

func parse(t *testing.T, args ...string) (CommandLine, error) {
	t.Helper()
	var line CommandLine
	parser, err := Parser(&line)
	if err != nil {
		t.Fatal(err)
	}
	_, err = parser.Parse(args)
	return line, err
}

// accepted returns what a command line sets, which must be accepted.
func accepted(t *testing.T, args ...string) *CommandLine {
	t.Helper()
	line, err := parse(t, args...)
	if err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	return &line
}

// mustRefuse fails the test unless a command line is refused with an error that says this and has no secret: those of all tests
// are "hush".
func mustRefuse(t *testing.T, want string, args ...string) {
	t.Helper()
	if _, err := parse(t, args...); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hush") {
		t.Errorf("%q: got %v, want %q", args, err, want)
	}
}

// Every setting of serve has a default.
func TestServeDefaults(t *testing.T) {
	s := accepted(t, "serve").Serve
	if s.Addr != ":8080" || s.Data != "./data" || s.DatabaseURL != "" || s.SiteName != "Vitrine" || s.Demo {
		t.Errorf("the defaults are %+v", s)
	}
	if origin := s.Origin(8080); origin != "http://localhost:8080" {
		t.Errorf("the origin is %q", origin)
	}
}

// A flag overrides the environment variable of its setting.
func TestSettingPrecedence(t *testing.T) {
	t.Setenv("VITRINE_SITE_NAME", "From the environment")
	t.Setenv("VITRINE_PUBLIC_URL", "https://env.example/")
	if s := accepted(t, "serve", "--site-name", "From the flag").Serve; s.SiteName != "From the flag" || s.Origin(1) != "https://env.example" {
		t.Errorf("got %+v", s)
	}
}

// Every setting has an environment variable of the same name.
func TestSettingNames(t *testing.T) {
	for _, flag := range serveFlags(t) {
		want := "VITRINE_" + strings.ToUpper(strings.ReplaceAll(flag.Name, "-", "_"))
		if !slices.Equal(flag.Envs, []string{want}) {
			t.Errorf("--%s has the environment variables %v, want %s", flag.Name, flag.Envs, want)
		}
	}
}

// Assistants can read the catalogue unless that is turned off.
func TestHasMCP(t *testing.T) {
	for arg, want := range map[string]bool{"--demo": true, "--mcp=on": true, "--mcp=off": false} {
		if got := accepted(t, "serve", arg).Serve.HasMCP(); got != want {
			t.Errorf("%s: it is %t, want %t", arg, got, want)
		}
	}
	t.Setenv("VITRINE_MCP", "off")
	if accepted(t, "serve").Serve.HasMCP() {
		t.Error("it is not turned off in the environment")
	}
	mustRefuse(t, "--mcp must be one of", "serve", "--mcp=no")
}

// The error for an invalid setting names the setting and does not contain its value.
func TestSettingErrors(t *testing.T) {
	for flag, value := range map[string]string{
		"--public-url":      "ftp://hush",
		"--addr":            "nonsense-hush",
		"--database-url":    "mysql://user:hush@host/db",
		"--site-name":       "  ",
		"--trusted-proxies": "not-a-network",
	} {
		mustRefuse(t, flag, "serve", flag, value)
	}
}

// Import takes a file and its format.
func TestImportArguments(t *testing.T) {
	i := accepted(t, "import", "--dry-run", "--skip-bad", "--format", "csv", "tools.txt").Import
	if i.File != "tools.txt" || i.Format != "csv" || !i.DryRun || !i.SkipBad {
		t.Errorf("got %+v", i)
	}
	mustRefuse(t, "--format", "import", "--format", "xml", "tools.xml")
}

// The arguments of admin commands are not read from the environment.
func TestAdminArguments(t *testing.T) {
	t.Setenv("VITRINE_EMAIL", "env@example.com")
	t.Setenv("VITRINE_NAME", "env")
	t.Setenv("VITRINE_REVOKE", "true")
	for _, command := range []string{"create", "password", "token", "disable", "enable"} {
		mustRefuse(t, "--email", "admin", command)
	}
	token := accepted(t, "admin", "token", "--email", "a@example.com", "--name", "ci", "--days", "3").Admin.Token
	if token.Name != "ci" || token.Scope != "admin" || token.Days != 3 || token.Revoke || token.Data != "./data" {
		t.Errorf("got %+v", token)
	}
	for _, invalid := range []string{"--days=-1", "--days=3651", "--scope=all", "--database-url=mysql://x"} {
		flag, _, _ := strings.Cut(invalid, "=")
		mustRefuse(t, flag, "admin", "token", "--email", "a@example.com", "--name", "ci", invalid)
	}
}

// The first administrator's email and password come from the environment.
func TestFirstAdminEnvironment(t *testing.T) {
	t.Setenv("VITRINE_ADMIN_EMAIL", "a@example.com")
	t.Setenv("VITRINE_ADMIN_PASSWORD", "correct horse battery")
	if s := accepted(t, "serve").Serve; s.AdminEmail != "a@example.com" || s.AdminPassword.Reveal() != "correct horse battery" {
		t.Errorf("got %+v", s)
	}
}
