package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"vitrine/internal/filelock"
)

// A name that is held in PostgreSQL is the connection's. Its holder says often that it lives: the server ends the
// connection of one who is stalled, so that others may have the name.
const (
	heartbeatEvery = 10 * time.Second // between signs of life
	lockLifetime   = "60s"            // without one
)

var errLockLost = errors.New("the connection to the database that held the name was lost")

// WithLock does some work while this process alone, of all that share the database, has a name. It does not wait: held is
// false while somebody else has it, and nothing was done then. Work's context ends when the name is lost.
func (d *DB) WithLock(ctx context.Context, name string, work func(ctx context.Context) error) (held bool, err error) {
	if d.dialect.postgres {
		return d.withAdvisoryLock(ctx, name, work)
	}
	return d.withFileLock(name, func() error { return work(ctx) })
}

// withAdvisoryLock holds an advisory lock on a connection of its own.
func (d *DB) withAdvisoryLock(ctx context.Context, name string, work func(ctx context.Context) error) (bool, error) {
	conn, err := d.acquireAdvisoryLock(ctx, name)
	if conn == nil {
		return false, Explain("take the name "+name, err)
	}
	defer d.releaseAdvisoryLock(ctx, conn, name)
	holding, lose := context.WithCancelCause(ctx)
	var signs sync.WaitGroup
	defer signs.Wait()
	defer lose(nil)
	signs.Go(func() { heartbeat(holding, conn, d.heartbeatEvery, lose) })
	err = work(holding)
	if err != nil && errors.Is(context.Cause(holding), errLockLost) {
		err = fmt.Errorf("%w: %w", errLockLost, err)
	}
	return true, err
}

const nameLock = "(1447646293, hashtext(current_schema() || $1))"

// acquireAdvisoryLock gives the connection that has the name; nil where somebody else has it.
func (d *DB) acquireAdvisoryLock(ctx context.Context, name string) (*sql.Conn, error) {
	ctx, stop := context.WithTimeout(ctx, readWithin)
	defer stop()
	conn, err := d.reader.Conn(ctx)
	if err != nil {
		return nil, err
	}
	var held bool
	if err = conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock"+nameLock, name).Scan(&held); err == nil && held {
		if _, err = conn.ExecContext(ctx, "SET idle_session_timeout = '"+lockLifetime+"'"); err == nil {
			return conn, nil
		}
	}
	drop(conn, held)
	return nil, err
}

// releaseAdvisoryLock gives the name back. The connection ends too, and the lock with it where it could not be given back.
func (d *DB) releaseAdvisoryLock(ctx context.Context, conn *sql.Conn, name string) {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), listenAnswer)
	defer stop()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock"+nameLock, name); err != nil {
		d.logger.WarnContext(ctx, "give a name back; it ends with its connection", "name", name, "error", err)
	}
	drop(conn, true)
}

// drop gives a connection back to its pool, or ends it.
func drop(conn *sql.Conn, end bool) {
	if end {
		_ = conn.Raw(func(any) error { return driver.ErrBadConn }) // which is how a pool is told to end it
	}
	_ = conn.Close() // it is over either way
}

// heartbeat keeps the server from ending a connection, until ctx ends. When there is no connection any more it says so.
func heartbeat(ctx context.Context, conn *sql.Conn, every time.Duration, lose context.CancelCauseFunc) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		asking, stop := context.WithTimeout(context.WithoutCancel(ctx), listenAnswer)
		err := conn.PingContext(asking)
		stop()
		if err != nil {
			lose(errLockLost)
			return
		}
	}
}

// withFileLock holds a lock on a file beside the database.
func (d *DB) withFileLock(name string, work func() error) (held bool, err error) {
	release, held, err := d.lockFile(name)
	if err != nil || !held {
		return false, Explain("take the name "+name, err)
	}
	defer release()
	return true, work()
}

// lockFile locks a file beside the database; held is false where somebody else has it.
func (d *DB) lockFile(name string) (release func(), held bool, err error) {
	file, err := os.OpenFile(filepath.Join(d.dir, "."+name+".lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, false, err
	}
	err = filelock.Alone(file)
	if errors.Is(err, filelock.ErrLocked) {
		return nil, false, file.Close()
	}
	if err != nil {
		return nil, false, errors.Join(err, file.Close())
	}
	return func() { _ = filelock.Release(file) }, true, nil // nothing is written to it
}

// Identity identifies the database: two stores with the same identity have the same database.
func (d *DB) Identity(ctx context.Context) (string, error) {
	if !d.dialect.postgres {
		host, err := os.Hostname()
		if err != nil {
			return "", fmt.Errorf("name the database: %w", err)
		}
		file, err := identity(filepath.Join(d.dir, sqliteFile))
		return "sqlite " + host + " " + file, err
	}
	ctx, stop := context.WithTimeout(ctx, readWithin)
	defer stop()
	var place string
	err := d.reader.QueryRowContext(ctx, "SELECT 'postgres ' || extract(epoch FROM pg_postmaster_start_time()) || ' ' || oid || ' ' || current_schema() "+
		"FROM pg_database WHERE datname = current_database()").Scan(&place)
	return place, Explain("name the database", err)
}
