package config

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// serveFlags returns the settings of serve.
func serveFlags(t *testing.T) []*kong.Flag {
	t.Helper()
	parser, err := Parser(&CommandLine{})
	if err != nil {
		t.Fatal(err)
	}
	flags := parser.Model.Node.Children[0].Flags
	return slices.DeleteFunc(slices.Clone(flags), func(f *kong.Flag) bool { return f.Name == "help" })
}

// docs/settings.md lists every setting once, with its default.
func TestSettingsDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{} // the defaults
	for _, row := range regexp.MustCompile("(?m)^\\| `--([a-z0-9-]+)` \\|([^|]*)\\| *\\S").FindAllStringSubmatch(string(text), -1) {
		if _, twice := rows[row[1]]; twice {
			t.Errorf("--%s is documented twice", row[1])
		}
		rows[row[1]] = strings.TrimSpace(row[2])
	}
	for _, flag := range serveFlags(t) {
		byDefault, known := rows[flag.Name]
		delete(rows, flag.Name)
		switch {
		case !known:
			t.Errorf("docs/settings.md has no row for --%s", flag.Name)
		case flag.Default != "" && byDefault != "`"+flag.Default+"`":
			t.Errorf("docs/settings.md gives --%s the default %s, want %s", flag.Name, byDefault, flag.Default)
		}
		if flag.Help == "" {
			t.Errorf("--help does not describe --%s", flag.Name)
		}
	}
	for name := range rows {
		t.Errorf("docs/settings.md has --%s, which does not exist", name)
	}
}

// secretName matches the names of settings that are or may contain a password or a key.
var secretName = regexp.MustCompile(`(Password|APIKey|SecretKey|Secret|Token|DatabaseURL|SMTPURL)$`)

// The value of a setting that may contain a secret is never printed.
func TestSecretSettings(t *testing.T) {
	found := 0
	var walk func(reflect.Type)
	walk = func(kind reflect.Type) {
		for i := range kind.NumField() {
			field := kind.Field(i)
			if field.Anonymous {
				walk(field.Type)
				continue
			}
			if secretName.MatchString(field.Name) {
				found++
				if field.Type != reflect.TypeFor[Secret]() {
					t.Errorf("%s of %s has the type %s, want Secret", field.Name, kind.Name(), field.Type)
				}
			}
		}
	}
	walk(reflect.TypeFor[Serve]())
	if found < 5 {
		t.Errorf("found %d settings that may contain a secret, want at least 5", found)
	}
	s := accepted(t, "serve", "--database-url", "postgres://u:hush@host/db", "--admin-email", "a@example.com", "--admin-password", "hush hush hush hush",
		"--s3-endpoint", "https://s3.example", "--s3-bucket", "b", "--s3-access-key", "k", "--s3-secret-key", "hush",
		"--backup-s3-endpoint", "https://s3.example", "--backup-s3-access-key", "k", "--backup-s3-secret-key", "hush",
		"--ai-base-url", "https://ai.example/v1", "--ai-api-key", "hush", "--ai-model", "m", "--smtp-url", "smtp://u:hush@mail.example", "--mail-from", "a@example.com",
		"--production-database-url", "postgres://u:hush@host/db", "--production-url", "https://tools.example", "--production-token", "hush", "--webhook-secret", "hush hush hush hush hush hush").Serve
	if text := fmt.Sprintf("%v %+v %#v", s, s, s); strings.Contains(text, "hush") {
		t.Errorf("the settings print %s", text)
	}
}
