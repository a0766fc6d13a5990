package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// channel is where PostgreSQL announces new catalogue versions.
const channel = "vitrine_catalog"

// postgresPoll is how often the version is read although nothing was heard: a notification can be lost. It leaves half of
// the two seconds within which every copy has what was written.
const postgresPoll = time.Second

// connectWithin is how long a new connection may take, unless the URL says otherwise, and what is done first on it.
const connectWithin = 5 * time.Second

// A connection on which nothing arrives is given up soon: one that waits for packets which were lost sends them again
// ever more seldom, and would stay away long after the network is back.
const (
	silentFor  = 3 * time.Second // then it is asked whether the server's machine is there
	askEvery   = time.Second
	mostSilent = 3 * time.Second // then it is lost, also with what was sent and not confirmed
)

// dialer makes the connections to the server.
var dialer = &net.Dialer{
	KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: silentFor, Interval: askEvery, Count: 2},
	Control:         limitSilence,
}

// maxUnasked is how long a connection may be idle and be used again without a question.
const maxUnasked = 5 * time.Millisecond

// oldestPostgres is the first server version that is supported, as server_version_num counts.
const oldestPostgres = 140000

// postgresSettings bound every connection, unless the URL says otherwise.
var postgresSettings = map[string]string{
	"application_name":                    "vitrine",
	"statement_timeout":                   "5s",
	"lock_timeout":                        "2s",
	"idle_in_transaction_session_timeout": "10s",
	// The locks of a machine that is gone without a word are free after a minute, and not after the system's two hours.
	"tcp_keepalives_idle":     "30",
	"tcp_keepalives_interval": "10",
	"tcp_keepalives_count":    "3",
}

// postgresDialect is what PostgreSQL has of its own.
var postgresDialect = &dialect{
	name:     "postgres",
	postgres: true,
	long:     "SELECT set_config('statement_timeout', '120s', TRUE), set_config('idle_in_transaction_session_timeout', '120s', TRUE)",
	patient:  "SELECT set_config('statement_timeout', '120s', TRUE), set_config('lock_timeout', '30s', TRUE)",
	analyze:  "ANALYZE products, product_categories, categories",
	notify:   "SELECT pg_notify('" + channel + "', CAST(CAST(? AS BIGINT) AS TEXT))",
}

func (d *DB) openPostgres(ctx context.Context, o Options) error {
	d.dialect = postgresDialect
	d.poll = postgresPoll
	config, err := postgresConfig(o.DatabaseURL)
	if err != nil {
		return err
	}
	d.writer = postgresPool(config, nil, joining)
	d.reader = postgresPool(config, nil, joiningReader)
	d.setPools(4, 8)
	d.listen = listenOn(config)
	if err := d.refuseOldServer(ctx); err != nil {
		return err
	}
	if o.Existing {
		return d.upToDate(ctx)
	}
	if err := d.warnOfLoss(ctx); err != nil {
		return err
	}
	return d.withUpgradeLock(ctx, func(ctx context.Context) error {
		migrator := postgresPool(config, migratorSettings, joining)
		return errors.Join(d.upgrade(ctx, migrator, o.BeforeUpgrade), migrator.Close())
	})
}

// migratorSettings give those who make and fill tables their time.
var migratorSettings = map[string]string{"statement_timeout": "0", "lock_timeout": "60s", "idle_in_transaction_session_timeout": "10min"}

// siteLock is the advisory lock of a site: all its connections share it, so that it is held for as long as any process
// has one, and who restores has it alone.
const siteLock = "(1447646291, hashtext(current_schema()))"

// joining has each connection share the site's lock from its beginning, also after the server was away.
var joining = afterConnect("SELECT pg_advisory_lock_shared" + siteLock)

// joiningReader does so for a connection that must not write. That is not said while connecting: a URL may ask for a
// server that writes (target_session_attrs=read-write), and no connection would be one.
var joiningReader = afterConnect("SELECT pg_advisory_lock_shared" + siteLock + ", set_config('default_transaction_read_only', 'on', FALSE)")

// afterConnect has each new connection begin with a statement, and ends one on which that fails.
func afterConnect(statement string) stdlib.OptionOpenDB {
	return stdlib.OptionAfterConnect(func(ctx context.Context, conn *pgx.Conn) error {
		ctx, stop := context.WithTimeout(ctx, connectWithin)
		defer stop()
		_, err := conn.Exec(ctx, statement)
		if err != nil {
			_ = conn.Close(ctx) // it is of no use either way
		}
		return err
	})
}

// postgresConfig reads the URL. The error does not repeat it, for it may hold a password.
func postgresConfig(address string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, errors.New("the database URL cannot be read: it should look like postgres://user:password@host:5432/name")
	}
	for name, value := range postgresSettings {
		if _, given := config.RuntimeParams[name]; !given {
			config.RuntimeParams[name] = value
		}
	}
	if config.DefaultQueryExecMode == pgx.QueryExecModeSimpleProtocol { // values always travel apart from the query
		config.DefaultQueryExecMode = pgx.QueryExecModeExec
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectWithin
	}
	config.DialFunc = dialer.DialContext
	return config, nil
}

// postgresPool is a pool of connections with further settings.
func postgresPool(config *pgx.ConnConfig, settings map[string]string, options ...stdlib.OptionOpenDB) *sql.DB {
	config = config.Copy()
	for name, value := range settings {
		config.RuntimeParams[name] = value
	}
	return sql.OpenDB(stdlib.GetConnector(*config, append(options, asking)...))
}

// asking has a connection that was idle for longer than any server takes to start anew asked whether it lives, before
// something is entrusted to it: who writes first after a restart of the server does not pay for it.
var asking = stdlib.OptionShouldPing(func(_ context.Context, p stdlib.ShouldPingParams) bool { return p.IdleDuration > maxUnasked })

func (d *DB) refuseOldServer(ctx context.Context) error {
	var text string
	if err := d.writer.QueryRowContext(ctx, "SHOW server_version_num").Scan(&text); err != nil {
		return Explain("connect to PostgreSQL", err)
	}
	version, err := strconv.Atoi(text)
	if err != nil {
		return fmt.Errorf("read the version of PostgreSQL: %w", err)
	}
	if version < oldestPostgres {
		return fmt.Errorf("PostgreSQL 14 or later is needed; the server is version %d", version/10000)
	}
	return nil
}

// warnOfLoss logs which settings of the server are off without which a power cut costs what it has said to be committed.
func (d *DB) warnOfLoss(ctx context.Context) error {
	var off string
	err := d.writer.QueryRowContext(ctx, "SELECT COALESCE(string_agg(name, ', ' ORDER BY name), '') FROM pg_settings "+
		"WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'").Scan(&off)
	if err != nil {
		return Explain("read the settings of PostgreSQL", err)
	}
	if off != "" {
		d.logger.WarnContext(ctx, "PostgreSQL may lose writes in a power cut", "off", off)
	}
	return nil
}
