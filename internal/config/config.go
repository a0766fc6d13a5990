// Package config is the command line and the environment in one checked struct.
//
// Each setting is a flag of its command and an environment variable of the same name: --public-url is
// VITRINE_PUBLIC_URL. The flag wins.
package config

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strings"

	"github.com/alecthomas/kong"
)

// CommandLine is everything that can be asked of the program.
type CommandLine struct {
	Serve   Serve   `cmd:"" help:"Serve the site."`
	Import  Import  `cmd:"" help:"Read tools from a JSON-lines or CSV file into the catalogue, or a site's whole content from its export."`
	Export  Export  `cmd:"" help:"Write the site's whole content into one file, or its catalogue; the site may be open meanwhile."`
	Sync    Sync    `cmd:"" help:"Copy production's content to this development site: all of it, or nothing."`
	Admin   Admin   `cmd:"" help:"Make and keep administrators and their tokens; the site may be open meanwhile."`
	Check   Check   `cmd:"" help:"See whether the database is whole and the uploads are there; the site may be open meanwhile."`
	Backup  Backup  `cmd:"" help:"Write all of the site into one file; the site may be open meanwhile."`
	Restore Restore `cmd:"" help:"Replace all of the site with a backup, also one of the other database engine. The site must be stopped."`
	Version Version `cmd:"" help:"Print the version."`
}

// Database says where the catalogue is kept.
type Database struct {
	Data        string `help:"Folder for the database and uploads." default:"./data" placeholder:"DIR"`
	DatabaseURL Secret `help:"PostgreSQL URL. Empty: SQLite in the data folder." placeholder:"URL"`
}

// Serve are the settings of the site.
type Serve struct {
	Database
	S3
	AI
	SubmitForm
	Mail
	Mirror
	Backups
	Addr           string         `help:"Address to listen on." default:":8080"`
	MetricsAddr    string         `help:"Address on which Prometheus can read metrics, for example 127.0.0.1:9090: not for visitors. Empty: none." placeholder:"ADDR"`
	PublicURL      string         `help:"Where visitors reach the site; the only source of absolute addresses. Empty: http://localhost and the port." placeholder:"URL"`
	SiteName       string         `help:"Name of the site." default:"Vitrine"`
	TrustedProxies []netip.Prefix `help:"Networks of proxies whose X-Forwarded-For is believed." placeholder:"CIDR,…"`
	AdminEmail     string         `help:"E-mail of an administrator who is made at the start, unless there is an account of it already." placeholder:"EMAIL"`
	AdminPassword  Secret         `help:"Password of the administrator who is made. Better given by the environment: other users of the machine can read a command line. Empty: made up, and printed once." placeholder:"PASSWORD"`
	Demo           bool           `help:"Fill an empty site with a demonstration catalogue."`
}

// Export are the settings of one export.
type Export struct {
	Database
	S3
	File string `arg:"" help:"File to write: .zip for all content with its images, .jsonl or .csv for the catalogue alone. One that is there is replaced."`
}

// Import are the settings of one import.
type Import struct {
	Database
	S3
	BackupFolder
	File    string `arg:"" help:"File to read, .jsonl or .csv; - is standard input. A .zip is an export: the content of the site becomes what it was there."`
	Format  string `help:"Format of the file: jsonl or csv. Empty: by the file's ending." enum:",jsonl,csv" default:""`
	DryRun  bool   `help:"Say what would happen and write nothing."`
	SkipBad bool   `help:"Leave out bad rows instead of refusing the whole file."`
}

// Sync are the settings of one sync.
type Sync struct {
	Database
	S3
	Mirror
	BackupFolder
	DryRun bool `help:"Say what would change and change nothing."`
}

// Check are the settings of one check.
type Check struct {
	Database
	S3
}

// Version has no settings.
type Version struct{}

// Parser reads a command line into the struct; unknown or wrong settings are errors that name what is allowed.
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

// Validate checks the settings that a type alone cannot; kong calls it.
func (s *Serve) Validate() error {
	if _, _, err := net.SplitHostPort(s.Addr); err != nil {
		return errors.New("--addr must be host:port or :port, for example :8080")
	}
	if _, _, err := net.SplitHostPort(s.MetricsAddr); s.MetricsAddr != "" && err != nil {
		return errors.New("--metrics-addr must be host:port or :port, for example 127.0.0.1:9090")
	}
	if name := strings.TrimSpace(s.SiteName); name == "" || len(name) > 60 {
		return errors.New("--site-name must have 1 to 60 characters")
	}
	if s.PublicURL == "" {
		return nil
	}
	if !isOrigin(s.PublicURL) {
		return errors.New("--public-url must be http:// or https:// and a host, without a path, for example https://tools.example")
	}
	return nil
}

// Validate checks the database's address; kong calls it.
func (d *Database) Validate() error {
	if d.DatabaseURL == "" {
		return nil
	}
	if !isPostgres(d.DatabaseURL.Reveal()) {
		return errors.New("--database-url must start with postgres:// or postgresql://") // the value may hold a password
	}
	return nil
}

// Origin is where visitors reach the site, without a slash at the end. port is the one that is listened on.
func (s *Serve) Origin(port int) string {
	if s.PublicURL != "" {
		return strings.TrimRight(s.PublicURL, "/")
	}
	return fmt.Sprintf("http://localhost:%d", port)
}
