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

// Every setting of serve has a default.
func TestServeDefaults(t *testing.T) {
	line, err := parse(t, "serve")
	if err != nil {
		t.Fatal(err)
	}
	s := line.Serve
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
	line, err := parse(t, "serve", "--site-name", "From the flag")
	if err != nil {
		t.Fatal(err)
	}
	if line.Serve.SiteName != "From the flag" || line.Serve.Origin(1) != "https://env.example" {
		t.Errorf("got %+v", line.Serve)
	}
}

// Every setting has an environment variable of the same name.
func TestSettingNames(t *testing.T) {
	parser, err := Parser(&CommandLine{})
	if err != nil {
		t.Fatal(err)
	}
	for _, flag := range parser.Model.Node.Children[0].Flags { // of serve
		want := "VITRINE_" + strings.ToUpper(strings.ReplaceAll(flag.Name, "-", "_"))
		if flag.Name != "help" && !slices.Equal(flag.Envs, []string{want}) {
			t.Errorf("--%s has the environment variables %v, want %s", flag.Name, flag.Envs, want)
		}
	}
}

// Assistants can read the catalogue unless that is turned off.
func TestHasMCP(t *testing.T) {
	for arg, want := range map[string]bool{"--demo": true, "--mcp=on": true, "--mcp=off": false} {
		if line, err := parse(t, "serve", arg); err != nil || line.Serve.HasMCP() != want {
			t.Errorf("%s: it is %t, want %t: %v", arg, line.Serve.HasMCP(), want, err)
		}
	}
	t.Setenv("VITRINE_MCP", "off")
	if line, err := parse(t, "serve"); err != nil || line.Serve.HasMCP() {
		t.Errorf("turned off in the environment: %v", err)
	}
	if _, err := parse(t, "serve", "--mcp=no"); err == nil || !strings.Contains(err.Error(), "--mcp must be one of") {
		t.Errorf("--mcp=no: %v", err)
	}
}

// The error for an invalid setting names the setting and does not contain its value.
func TestSettingErrors(t *testing.T) {
	for flag, value := range map[string]string{
		"--public-url":      "ftp://secret",
		"--addr":            "nonsense-secret",
		"--database-url":    "mysql://user:secret@host/db",
		"--site-name":       "  ",
		"--trusted-proxies": "not-a-network",
	} {
		_, err := parse(t, "serve", flag, value)
		if err == nil {
			t.Errorf("%s=%s was accepted", flag, value)
			continue
		}
		if !strings.Contains(err.Error(), flag) {
			t.Errorf("%s: the error does not name the setting: %v", flag, err)
		}
		if strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: the error contains the value: %v", flag, err)
		}
	}
}

// Import takes a file and its format.
func TestImportArguments(t *testing.T) {
	line, err := parse(t, "import", "--dry-run", "--skip-bad", "--format", "csv", "tools.txt")
	if err != nil {
		t.Fatal(err)
	}
	if i := line.Import; i.File != "tools.txt" || i.Format != "csv" || !i.DryRun || !i.SkipBad {
		t.Errorf("got %+v", i)
	}
	if _, err := parse(t, "import", "--format", "xml", "tools.xml"); err == nil {
		t.Error("the format xml was accepted")
	}
}

// The arguments of admin commands are not read from the environment.
func TestAdminArguments(t *testing.T) {
	t.Setenv("VITRINE_EMAIL", "env@example.com")
	t.Setenv("VITRINE_NAME", "env")
	t.Setenv("VITRINE_REVOKE", "true")
	for _, command := range []string{"create", "password", "token", "disable", "enable"} {
		if _, err := parse(t, "admin", command); err == nil || !strings.Contains(err.Error(), "--email") {
			t.Errorf("admin %s without an e-mail: %v", command, err)
		}
	}
	line, err := parse(t, "admin", "token", "--email", "a@example.com", "--name", "ci", "--days", "3")
	if err != nil {
		t.Fatal(err)
	}
	if token := line.Admin.Token; token.Name != "ci" || token.Scope != "admin" || token.Days != 3 || token.Revoke || token.Data != "./data" {
		t.Errorf("got %+v", token)
	}
	for _, invalid := range [][]string{{"--days=-1"}, {"--days=3651"}, {"--scope=all"}, {"--database-url=mysql://x"}} {
		if _, err := parse(t, append([]string{"admin", "token", "--email", "a@example.com", "--name", "ci"}, invalid...)...); err == nil {
			t.Errorf("%s was accepted", invalid)
		}
	}
}

// The first administrator's email and password come from the environment.
func TestFirstAdminEnvironment(t *testing.T) {
	t.Setenv("VITRINE_ADMIN_EMAIL", "a@example.com")
	t.Setenv("VITRINE_ADMIN_PASSWORD", "correct horse battery")
	line, err := parse(t, "serve")
	if err != nil || line.Serve.AdminEmail != "a@example.com" || line.Serve.AdminPassword.Reveal() != "correct horse battery" {
		t.Errorf("got %+v: %v", line.Serve, err)
	}
}
