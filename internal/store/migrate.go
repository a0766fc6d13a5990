package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// migrations are the tables of each dialect, step by step. A step that was released is never edited.
//
//go:embed migrations
var migrations embed.FS

// migrate brings the tables up to date.
func (s *Store) migrate(ctx context.Context, db *sql.DB) error {
	provider, err := s.provider(db)
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	// SQLite has no lock that spans several transactions: when two processes start on one new file, one of them
	// finds a step done between its look and its try, and looks again.
	for try := 1; ; try++ {
		_, err = provider.Up(ctx)
		if err == nil || try == 5 || s.dialect.postgres || ctx.Err() != nil {
			break
		}
		time.Sleep(time.Duration(try) * 50 * time.Millisecond)
	}
	if err != nil {
		return explain("bring the tables up to date", err)
	}
	return refuseOtherTables(ctx, provider)
}

// upToDate sees whether the tables are those of this version of the program, and changes nothing.
func (s *Store) upToDate(ctx context.Context) error {
	provider, err := s.provider(s.reader)
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	return refuseOtherTables(ctx, provider)
}

// refuseOtherTables keeps us from reading and writing tables of another version of the program.
func refuseOtherTables(ctx context.Context, provider *goose.Provider) error {
	current, target, err := provider.GetVersions(ctx)
	switch {
	case err != nil:
		return explain("read the version of the tables", err)
	case current > target:
		return fmt.Errorf("the database was made by a later version of this program (step %d, known here: %d)", current, target)
	case current < target:
		return fmt.Errorf("the database was made by an earlier version of this program (step %d of %d): start the site once to bring it up to date", current, target)
	}
	return nil
}

func (s *Store) provider(db *sql.DB) (*goose.Provider, error) {
	steps, err := fs.Sub(migrations, "migrations/"+s.dialect.name)
	if err != nil {
		return nil, err
	}
	options := []goose.ProviderOption{goose.WithSlog(s.logger), goose.WithDisableGlobalRegistry(true)}
	dialect := goose.DialectSQLite3
	if s.dialect.postgres {
		dialect = goose.DialectPostgres
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 120))
		if err != nil {
			return nil, err
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	return goose.NewProvider(dialect, db, steps, options...)
}
