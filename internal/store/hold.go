package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"vitrine/internal/filelock"
)

// Hold takes a name for this process, of all that share the database: nobody else holds it until it is released, or this
// process is gone. It does not wait: held is false while somebody else has it.
func (s *Store) Hold(ctx context.Context, name string) (release func(), held bool, err error) {
	if s.dialect.postgres {
		release, held, err = s.holdInPostgres(ctx, name)
	} else {
		release, held, err = s.holdFile(name)
	}
	if err != nil {
		return nil, false, explain("take the name "+name, err)
	}
	return release, held, nil
}

// holdInPostgres holds an advisory lock on a connection of its own. Where that cannot be released, it is closed.
func (s *Store) holdInPostgres(ctx context.Context, name string) (func(), bool, error) {
	conn, err := s.reader.Conn(ctx)
	if err != nil {
		return nil, false, err
	}
	const lock = "(1447646293, hashtext(current_schema() || $1))"
	var held bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock"+lock, name).Scan(&held); err != nil || !held {
		return nil, false, errors.Join(err, conn.Close())
	}
	return func() {
		ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer stop()
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock"+lock, name); err != nil {
			_ = conn.Raw(func(any) error { return driver.ErrBadConn }) // it ends with its connection
		}
		_ = conn.Close() // it goes back to the pool
	}, true, nil
}

// holdFile holds a lock on a file beside the database.
func (s *Store) holdFile(name string) (func(), bool, error) {
	file, err := os.OpenFile(filepath.Join(s.dir, "."+name+".lock"), os.O_RDWR|os.O_CREATE, 0o640)
	if err != nil {
		return nil, false, err
	}
	err = filelock.Alone(file)
	if errors.Is(err, filelock.ErrHeld) {
		return nil, false, file.Close()
	}
	if err != nil {
		return nil, false, errors.Join(err, file.Close())
	}
	return func() { _ = file.Close() }, true, nil
}

// Place tells databases apart: two stores that give the same word keep the same database.
func (s *Store) Place(ctx context.Context) (string, error) {
	if !s.dialect.postgres {
		host, err := os.Hostname()
		if err != nil {
			return "", fmt.Errorf("name the database: %w", err)
		}
		file, err := identity(filepath.Join(s.dir, sqliteFile))
		return "sqlite " + host + " " + file, err
	}
	var place string
	err := s.reader.QueryRowContext(ctx, "SELECT 'postgres ' || extract(epoch FROM pg_postmaster_start_time()) || ' ' || oid || ' ' || current_schema() "+
		"FROM pg_database WHERE datname = current_database()").Scan(&place)
	return place, explain("name the database", err)
}
