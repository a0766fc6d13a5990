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

// channel is the NOTIFY channel for new catalogue versions.
const channel = "vitrine_catalog"

// postgresPoll is how often a process polls the version, because a notification can be lost. Every copy must have a
// write within two seconds; this leaves half of them.
const postgresPoll = time.Second

// connectWithin bounds a new connection, unless the URL says otherwise, and the first statement on it.
const connectWithin = 5 * time.Second

// A silent connection is given up soon: TCP retransmits lost packets at growing intervals, so it could stay dead long
// after the network is back.
const (
	keepaliveIdle     = 3 * time.Second // idle time before the first keepalive probe
	keepaliveEvery    = time.Second
	maxUnacknowledged = 3 * time.Second // of sent data without an acknowledgement
)

// dialer connects to the server.
var dialer = &net.Dialer{
	KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: keepaliveIdle, Interval: keepaliveEvery, Count: 2},
	Control:         setUserTimeout,
}

// pingAfterIdle is the idle time after which a connection is pinged before it is used again.
const pingAfterIdle = 5 * time.Millisecond

// oldestPostgres is the first supported server version, as a server_version_num.
const oldestPostgres = 140000

// postgresSettings apply to every connection, unless the URL says otherwise.
var postgresSettings = map[string]string{
	"application_name":                    "vitrine",
	"statement_timeout":                   "5s",
	"lock_timeout":                        "2s",
	"idle_in_transaction_session_timeout": "10s",
	// If a client machine vanishes, its locks are free after a minute, not after the system's two hours.
	"tcp_keepalives_idle":     "30",
	"tcp_keepalives_interval": "10",
	"tcp_keepalives_count":    "3",
}

// postgresDialect has the statements that only PostgreSQL needs.
var postgresDialect = &dialect{
	name:         "postgres",
	postgres:     true,
	long:         "SELECT set_config('statement_timeout', '120s', TRUE), set_config('idle_in_transaction_session_timeout', '120s', TRUE)",
	longLockWait: "SELECT set_config('statement_timeout', '120s', TRUE), set_config('lock_timeout', '30s', TRUE)",
	analyze:      "ANALYZE products, product_categories, categories",
	notify:       "SELECT pg_notify('" + channel + "', CAST(CAST(? AS BIGINT) AS TEXT))",
}

func (d *opener) openPostgres(ctx context.Context) error {
	d.dialect = postgresDialect
	d.poll = postgresPoll
	config, err := postgresConfig(d.options.DatabaseURL)
	if err != nil {
		return err
	}
	d.writer = postgresPool(config, nil, shareSiteLock)
	d.reader = postgresPool(config, nil, shareSiteLockReadOnly)
	d.setPools(4, 8)
	d.listen = listenOn(config)
	if err := d.refuseOldServer(ctx); err != nil {
		return err
	}
	if d.options.inspect {
		return nil
	}
	if d.options.Existing {
		return d.upToDate(ctx)
	}
	if err := d.warnOfLoss(ctx); err != nil {
		return err
	}
	return d.withUpgradeLock(ctx, func(ctx context.Context) error {
		migrator := postgresPool(config, migratorSettings, shareSiteLock)
		return errors.Join(d.upgrade(ctx, migrator), migrator.Close())
	})
}

// migratorSettings raise the timeouts for creating and filling tables.
var migratorSettings = map[string]string{"statement_timeout": "0", "lock_timeout": "60s", "idle_in_transaction_session_timeout": "10min"}

// siteLock is the advisory lock of a site. All connections share it, so it is held as long as any process has one; a
// restore takes it exclusively.
const siteLock = "(1447646291, hashtext(current_schema()))"

// shareSiteLock makes each new connection share the site's lock, also after a reconnect.
var shareSiteLock = afterConnect("SELECT pg_advisory_lock_shared" + siteLock)

// shareSiteLockReadOnly does the same for a read-only connection. It is not a startup parameter: with
// target_session_attrs=read-write in the URL, pgx would refuse every such connection.
var shareSiteLockReadOnly = afterConnect("SELECT pg_advisory_lock_shared" + siteLock + ", set_config('default_transaction_read_only', 'on', FALSE)")

// afterConnect runs a statement on each new connection, and closes the connection if that fails.
func afterConnect(statement string) stdlib.OptionOpenDB {
	return stdlib.OptionAfterConnect(func(ctx context.Context, conn *pgx.Conn) error {
		ctx, stop := context.WithTimeout(ctx, connectWithin)
		defer stop()
		_, err := conn.Exec(ctx, statement)
		if err != nil {
			_ = conn.Close(ctx) // the connection is unusable either way
		}
		return err
	})
}

// postgresConfig parses the URL. The error does not repeat it, since it may contain a password.
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
	if config.DefaultQueryExecMode == pgx.QueryExecModeSimpleProtocol { // values are never interpolated into the query
		config.DefaultQueryExecMode = pgx.QueryExecModeExec
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectWithin
	}
	config.DialFunc = dialer.DialContext
	return config, nil
}

// postgresPool returns a pool of connections with additional settings.
func postgresPool(config *pgx.ConnConfig, settings map[string]string, options ...stdlib.OptionOpenDB) *sql.DB {
	config = config.Copy()
	for name, value := range settings {
		config.RuntimeParams[name] = value
	}
	return sql.OpenDB(stdlib.GetConnector(*config, append(options, shouldPing)...))
}

// shouldPing pings a connection that was idle for longer than pingAfterIdle, which is shorter than any restart of a server.
// Otherwise the first write after a restart would fail.
var shouldPing = stdlib.OptionShouldPing(func(_ context.Context, p stdlib.ShouldPingParams) bool { return p.IdleDuration > pingAfterIdle })

func (d *opener) refuseOldServer(ctx context.Context) error {
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

// warnOfLoss logs settings of the server with which a power cut loses committed transactions.
func (d *opener) warnOfLoss(ctx context.Context) error {
	off, err := lossySettings(ctx, d.DB)
	if err != nil {
		return err
	}
	if off != "" {
		d.logger.WarnContext(ctx, "PostgreSQL may lose writes in a power cut", "off", off)
	}
	return nil
}

// lossySettings lists the settings of the server that are off although a power cut then loses committed transactions.
func lossySettings(ctx context.Context, d *DB) (off string, err error) {
	err = d.ReadOne(ctx, "read the settings of PostgreSQL", &off, "SELECT COALESCE(string_agg(name, ', ' ORDER BY name), '') FROM pg_settings "+
		"WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'")
	return off, err
}
