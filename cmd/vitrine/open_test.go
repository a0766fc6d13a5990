package main

import (
	"path/filepath"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/config"
)

func TestCommandFlags(t *testing.T) {
	t.Parallel()
	here, err := filepath.Abs("data")
	noError(t, err)
	for name, try := range map[string]struct {
		settings config.Serve
		want     string
	}{
		"a folder":                         {config.Serve{Database: config.Database{Data: "/srv/vitrine"}}, "--data /srv/vitrine"},
		"a folder that is named from here": {config.Serve{Database: config.Database{Data: "./data"}}, "--data " + quoted(here)},
		"a name that a shell would split":  {config.Serve{Database: config.Database{Data: "/srv/Ann's site"}}, `--data '/srv/Ann'\''s site'`},
		"PostgreSQL and a bucket, without what is secret": {config.Serve{
			Database: config.Database{Data: "/srv/vitrine", DatabaseURL: "postgres://ann:secret@db/site"}, S3: config.S3{S3Endpoint: "https://s3.example"},
		}, "--data /srv/vitrine --database-url postgres://… --s3-…"},
	} {
		t.Run(name, func(t *testing.T) {
			same(t, "the flags", commandFlags(try.settings), try.want)
		})
	}
}
