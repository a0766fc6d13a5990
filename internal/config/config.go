// Package config parses the command line and the environment into one validated struct.
//
// Each setting is a flag of its command and an environment variable of the same name: --public-url is
// VITRINE_PUBLIC_URL. The flag wins.
//
// # To change
//
//   - a setting: the struct of its topic here, and its row in docs/settings.md; go test ./internal/config compares
//     the two
package config

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strings"

	"github.com/alecthomas/kong"
)

// CommandLine holds the program's commands.
type CommandLine struct {
	Serve   Serve   `cmd:"" help:"Serve the site."`
	Import  Import  `cmd:"" help:"Import tools from a CSV, JSON or WordPress file, or a whole site from its export."`
	Export  Export  `cmd:"" help:"Export the whole site or its catalog to a file. The site can keep running."`
	Sync    Sync    `cmd:"" help:"Copy production's content to this development site, all or nothing."`
	Admin   Admin   `cmd:"" help:"Manage administrators and their tokens. The site can keep running."`
	Logos   Logos   `cmd:"" help:"Find missing logos on the tools' websites. The site can keep running."`
	Check   Check   `cmd:"" help:"Check the database and the uploads. The site can keep running."`
	Backup  Backup  `cmd:"" help:"Back up the whole site to one file. The site can keep running."`
	Restore Restore `cmd:"" help:"Restore the whole site from a backup, also across database engines. The site must be stopped."`
	Health  Health  `cmd:"" help:"Check whether the running site is healthy. Exit status 0: yes, 1: no."`
	Doctor  Doctor  `cmd:"" help:"Check the settings and everything that the site depends on, and say how to fix what is wrong. The site can keep running."`
	Upgrade Upgrade `cmd:"" help:"Show what this version would change in the database, and whether it can. Changes nothing."`
	Version Version `cmd:"" help:"Print the version."`
}

// Database configures the database and the data folder.
type Database struct {
	Data        string `help:"Folder for the database and uploads." default:"./data" placeholder:"DIR"`
	DatabaseURL Secret `help:"PostgreSQL URL. Empty: SQLite in the data folder." placeholder:"URL"`
}

// Serve configures the site.
type Serve struct {
	Database
	S3
	AI
	SubmitForm
	Mail
	Notify
	Readers
	Mirror
	Backups
	Log
	Addr            string         `help:"Address to listen on." default:":8080"`
	MetricsAddr     string         `help:"Address of a private listener for Prometheus metrics, for example 127.0.0.1:9091. Empty: none." placeholder:"ADDR"`
	PublicURL       string         `help:"Public URL of the site, used for every absolute link. Empty: http://localhost and the port." placeholder:"URL"`
	SiteName        string         `help:"Name of the site." default:"Vitrine"`
	SecurityContact string         `help:"Where to report security problems, shown at /.well-known/security.txt: a mailto: or https:// URL. Empty: no such file." placeholder:"URL"`
	IndexNowURL     string         `name:"indexnow-url" help:"Where changed URLs are sent if an administrator turns on IndexNow." default:"https://api.indexnow.org/indexnow" placeholder:"URL"`
	TrustedProxies  []netip.Prefix `help:"Networks of trusted proxies, whose X-Forwarded-For is used." placeholder:"CIDR,…"`
	AdminEmail      string         `help:"Email of an administrator to create at start, unless the account exists." placeholder:"EMAIL"`
	AdminPassword   Secret         `help:"Password of that administrator. Set it in the environment: other users of the machine can read the command line. Empty: generated and printed once." placeholder:"PASSWORD"`
	SecretKey       Secret         `help:"Key that encrypts the secrets of two-factor authentication, any text of at least 32 characters. Set it in the environment, the same for all copies of the site. Empty: with SQLite, the site makes one in the data folder; with PostgreSQL, nobody can turn two-factor authentication on." placeholder:"KEY"`
	MCP             string         `name:"mcp" env:"VITRINE_MCP" help:"Let AI assistants read the catalog at /mcp through the Model Context Protocol: on or off." enum:"on,off" default:"on"`
	Demo            bool           `help:"Fill an empty site with a demo catalog."`
}

// Export configures one export.
type Export struct {
	Database
	S3
	File string `arg:"" help:"File to write: .zip for all content with images, .jsonl or .csv for the catalog alone. An existing file is replaced."`
}

// Import configures one import.
type Import struct {
	Database
	S3
	BackupFolder
	File    string `arg:"" help:"File to read: .csv (also .tsv or .txt), .json, .jsonl or .xml (a WordPress export); - is standard input. A .zip is an export and replaces the site's content."`
	Format  string `help:"Format of the file: csv, jsonl (also for JSON) or wxr (a WordPress export). Empty: by the file's ending." enum:",jsonl,csv,wxr" default:""`
	Match   string `help:"How to find the tool of a row without an id or slug: by its website, by its name, or not at all (id). Empty: by both; you are asked about the same website under another name." enum:",website,name,id" default:""`
	DryRun  bool   `help:"Show what would happen without writing anything."`
	SkipBad bool   `help:"Skip bad rows instead of rejecting the whole file."`
}

// Check configures one check.
type Check struct {
	Database
	S3
	Reach bool `help:"Also report which pages search engines may index, why the others may not, and how links reach them. An indexable page that no link reaches is a problem."`
}

// Health configures one question about the health of the running site.
type Health struct {
	Addr  string `help:"Address that the site listens on, as with serve." default:":8080"`
	URL   string `help:"URL of the site to ask instead, for example http://10.0.0.5:8080." env:"-" placeholder:"URL"`
	Ready bool   `help:"Also check that its database answers and can be written. A restart doesn't fix that: don't use this where unhealthy containers are restarted." env:"-"`
}

// Validate checks the address; kong calls it.
func (h *Health) Validate() error {
	if h.URL != "" {
		if !isOrigin(h.URL) {
			return errors.New("--url must be http:// or https:// and a host, without a path, for example http://10.0.0.5:8080")
		}
		return nil
	}
	if _, port, err := net.SplitHostPort(h.Addr); err != nil || port == "" || port == "0" {
		return errors.New("--addr must be host:port or :port, for example :8080; give a site that listens on any free port by --url")
	}
	return nil
}

// Doctor has the settings of the site that is checked.
type Doctor struct{ Serve }

// Upgrade configures one look at an upgrade.
type Upgrade struct {
	Database
	S3
	BackupFolder
	Check bool `help:"Required: the upgrade itself happens when the site starts." env:"-" required:""`
}

// Version has no settings.
type Version struct{}

// Parser returns a parser that fills into. For an unknown or invalid setting, it returns an error that names the allowed
// values.
func Parser(into *CommandLine) (*kong.Kong, error) {
	parser, err := kong.New(into,
		kong.Name("vitrine"),
		kong.Description("A public directory of AI tools, served by one program."),
		kong.DefaultEnvars("VITRINE"),
		kong.UsageOnError(),
	)
	if err != nil {
		return nil, fmt.Errorf("describe the command line: %w", err)
	}
	return parser, nil
}

// Validate checks what the types alone cannot; kong calls it.
func (s *Serve) Validate() error {
	if _, _, err := net.SplitHostPort(s.Addr); err != nil {
		return errors.New("--addr must be host:port or :port, for example :8080")
	}
	if _, _, err := net.SplitHostPort(s.MetricsAddr); s.MetricsAddr != "" && err != nil {
		return errors.New("--metrics-addr must be host:port or :port, for example 127.0.0.1:9091")
	}
	if name := strings.TrimSpace(s.SiteName); name == "" || len(name) > 60 {
		return errors.New("--site-name must have 1 to 60 characters")
	}
	if s.SecurityContact != "" && !isContact(s.SecurityContact) {
		return errors.New("--security-contact must be mailto: and an email address, or an https:// URL, for example mailto:security@tools.example")
	}
	if key := s.SecretKey.Reveal(); key != "" && len(key) < 32 {
		return errors.New("--secret-key must have at least 32 characters, for example what \"openssl rand -hex 32\" prints")
	}
	if !isForeign(s.IndexNowURL) {
		return errors.New("--indexnow-url must be an http:// or https:// URL")
	}
	if s.BackupTo != "" {
		if err := s.checkAddress("--backup-to", s.BackupTo, s.S3); err != nil {
			return err
		}
	}
	return checkPublicURL(s.PublicURL)
}

func checkPublicURL(publicURL string) error {
	if publicURL != "" && !isOrigin(publicURL) {
		return errors.New("--public-url must be http:// or https:// and a host, without a path, for example https://tools.example")
	}
	return nil
}

// Validate checks the database URL; kong calls it.
func (d *Database) Validate() error {
	if d.DatabaseURL == "" {
		return nil
	}
	if !isPostgres(d.DatabaseURL.Reveal()) {
		// The value may contain a password, so the error omits it.
		return errors.New("--database-url must start with postgres:// or postgresql://")
	}
	return nil
}

// HasMCP reports whether assistants can use the Model Context Protocol.
func (s *Serve) HasMCP() bool { return s.MCP == "on" }

// Origin returns the public origin of the site without a trailing slash. Without a PublicURL, it uses localhost and
// port.
func (s *Serve) Origin(port int) string {
	if s.PublicURL != "" {
		return strings.TrimRight(s.PublicURL, "/")
	}
	return fmt.Sprintf("http://localhost:%d", port)
}
