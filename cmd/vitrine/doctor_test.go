package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http/httptest"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/buckettest"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// diagnosed returns what doctor prints. The secrets of all tests are "hush", which it must not tell.
func diagnosed(t *testing.T, settings config.Serve, environ ...string) (string, error) {
	t.Helper()
	settings.SiteName = "Test"
	output, err := said(t, func(ctx context.Context, settings config.Serve, output io.Writer) error {
		return doctor(ctx, settings, environ, output)
	}, settings)
	if strings.Contains(output, "hush") {
		t.Errorf("it tells a secret:\n%s", output)
	}
	return output, err
}

// lossy is the problem of the tests' PostgreSQL, which syncs nothing.
const lossy = "may lose confirmed changes in a power cut: off are fsync, full_page_writes, synchronous_commit\n         Turn them on in postgresql.conf"

// wantProblems fails the test unless doctor ended with this many problems, and one more with PostgreSQL.
func wantProblems(t *testing.T, place config.Database, count int, output string, err error) {
	t.Helper()
	if place.DatabaseURL != "" {
		wantText(t, output, lossy)
		count++
	}
	if got := strings.Count("\n"+output, "\nPROBLEM "); got != count || (err != nil) != (count > 0) {
		t.Errorf("%d problems, want %d: %v, and\n%s", got, count, err, output)
	}
}

// mailServer is an SMTP server that accepts a password and no email. It returns its URL.
func mailServer(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	noError(t, err)
	t.Cleanup(func() { listener.Close() })
	answers := map[string]string{"EHLO": "250-mail\r\n250 AUTH PLAIN", "AUTH": "235 welcome", "QUIT": "221 bye"}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			fmt.Fprint(conn, "220 mail ESMTP\r\n")
			for lines := bufio.NewScanner(conn); lines.Scan(); {
				answer, known := answers[strings.ToUpper(strings.Fields(lines.Text() + " x")[0])]
				if !known {
					t.Errorf("the mail server was told %q", lines.Text())
					answer = "502 no"
				}
				fmt.Fprint(conn, answer+"\r\n")
			}
			conn.Close()
		}
	}()
	return "smtp://user:hush@" + listener.Addr().String()
}

// Before the first start nothing is wrong, and nothing is made.
func TestDoctorBeforeStart(t *testing.T) {
	t.Parallel()
	eachPlace(t, func(t *testing.T, place config.Database) {
		place.Data = filepath.Join(t.TempDir(), "data")
		output, err := diagnosed(t, config.Serve{Database: place, PublicURL: "http://tools.example"})
		wantProblems(t, place, 0, output, err)
		wantText(t, output, "OK       settings: valid\n", "OK       data folder: "+place.Data+" does not exist yet; the first start makes it\n", "OK       database: ", " the first start makes it",
			"OK       clock: ", "; there is nothing to compare it with\n", "OK       mail server: not set: ", "OK       bucket: not set: ", "OK       public URL: http://tools.example; it is asked once there is a site\n",
			"OK       backups: there is nothing to back up yet\n", "OK       space: ")
		wantMissing(t, place.Data)
	})
}

// Beside a running site with all services, each is found fine, and the bucket stays as it is.
func TestDoctorHealthy(t *testing.T) {
	t.Parallel()
	server := buckettest.Start(t)
	eachPlace(t, func(t *testing.T, place config.Database) {
		address := buckettest.FreeAddress(t)
		settings := config.Serve{
			Database: place, Addr: address, PublicURL: "http://" + address, S3: bucketOf(server),
			Mail: config.Mail{SMTPURL: config.Secret(mailServer(t)), MailFrom: "tools@example.com", MailRate: 1},
		}
		noError(t, os.Chmod(place.Data, 0o700))
		open(t, settings)
		for _, text := range []string{"", twoTools} {
			if text != "" {
				noError(t, errOf(imported(t, config.Import{Database: place, S3: settings.S3}, text)))
				eventually(t, "the import is seen", func() bool { return len(products(t, address)) == 2 })
			}
			noError(t, backUp(t.Context(), config.Backup{Database: place, S3: settings.S3}, io.Discard))
			output, err := diagnosed(t, settings)
			wantProblems(t, place, 0, output, err)
			wantText(t, output, "OK       data folder: "+place.Data+" can be written by this user and read by no other\n", "OK       database: up to date, at step ", "OK       clock: ",
				"OK       mail server: it answers, ", "OK       bucket: "+server.Bucket+" stores, returns and deletes objects\n", "OK       public URL: http://"+address+" reaches this site\n",
				"OK       backups: the newest is "+place.Data, "OK       space: ")
			wantObjects(t, server, 0)
		}
	})
}

// Each problem is named with its cure, and no secret.
func TestDoctorProblems(t *testing.T) {
	t.Parallel()
	server, gone := buckettest.Start(t), buckettest.FreeAddress(t)
	foreign := config.Serve{Database: config.Database{Data: t.TempDir()}, Addr: buckettest.FreeAddress(t)}
	open(t, foreign)
	eachPlace(t, func(t *testing.T, place config.Database) {
		bucket := bucketOf(server)
		bucket.S3SecretKey = "hush"
		settings := config.Serve{
			Database: place, PublicURL: "http://" + foreign.Addr, S3: bucket,
			Mail:    config.Mail{SMTPURL: config.Secret("smtp://user:hush@" + gone), MailFrom: "tools@example.com"},
			Backups: config.Backups{BackupFolder: config.BackupFolder{BackupDir: t.TempDir()}},
		}
		noError(t, storetest.OpenAt(t, options(place)).Close(), errOf(imported(t, config.Import{Database: place}, twoTools)), os.Chmod(place.Data, 0o755))
		storetest.Exec(t, options(place), fmt.Sprintf("INSERT INTO audit (at, actor, action, object, object_id, version) VALUES (%d, '', '', '', '', 0)", time.Now().Add(time.Hour).UnixMicro()))
		output, err := diagnosed(t, settings, "VITRINE_PUBLICURL=hush")
		wantProblems(t, place, 7, output, err)
		wantText(t, output, "PROBLEM  settings: the environment has VITRINE_PUBLICURL, but there is no such setting\n         Correct the name",
			"PROBLEM  data folder: Other users may read "+place.Data+" (mode 0755)\n         chmod 700 "+place.Data+"\n",
			"PROBLEM  clock: it says 20", "PROBLEM  mail server: it can't be used: ", "connection refused\n         Check host, port, user and password in --smtp-url",
			"PROBLEM  bucket: --s3-secret-key does not match --s3-access-key", "PROBLEM  public URL: http://"+foreign.Addr+" reaches another site\n         Correct --public-url",
			"PROBLEM  backups: "+settings.BackupDir+" has no backup\n         Make one now: vitrine backup.")
	})
}

// A proxy that is not declared is a problem.
func TestDoctorProxies(t *testing.T) {
	t.Parallel()
	for trusted, want := range map[string]string{
		"127.0.0.0/8": "OK       proxies: visitors can be told apart",
		"10.0.0.0/8":  "PROBLEM  proxies: requests come through a proxy that is not declared, so all visitors look like the proxy: limits and counts of clicks and views can't tell them apart\n         List the networks",
	} {
		settings := config.Serve{Database: newPlace(t), Addr: buckettest.FreeAddress(t)}
		settings.TrustedProxies = []netip.Prefix{netip.MustParsePrefix(trusted)}
		site := &url.URL{Scheme: "http", Host: settings.Addr}
		proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(site); r.SetXForwarded() }})
		defer proxy.Close()
		settings.PublicURL = proxy.URL
		open(t, settings)
		output, _ := diagnosed(t, settings)
		wantText(t, output, "OK       public URL: "+proxy.URL+" reaches this site\n", want)
	}
}

// Backups that are too old are a problem, by the schedule if there is one.
func TestDoctorBackupAge(t *testing.T) {
	t.Parallel()
	settings := config.Serve{Database: newPlace(t)}
	madeBackup(t, settings.Database, settings.BackupFolder, 5*24*time.Hour)
	for every, cure := range map[time.Duration]string{0: "", 24 * time.Hour: "Look for \"job failed\"", 72 * time.Hour: ""} {
		settings.BackupEvery = every
		if f := (&diagnosis{settings: settings}).backups(t.Context())[0]; !strings.HasSuffix(f.text, "made 5 days ago") || !strings.HasPrefix(f.cure, cure) || (f.level == problem) != (cure != "") {
			t.Errorf("every %s: %+v", every, f)
		}
	}
}

// A database that can't be opened is a problem, and the other checks are made all the same.
func TestDoctorDatabase(t *testing.T) {
	t.Parallel()
	later := newPlace(t)
	storetest.Exec(t, options(later), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, TRUE)")
	damaged := config.Database{Data: t.TempDir()}
	noError(t, os.WriteFile(filepath.Join(damaged.Data, "vitrine.db"), bytes.Repeat([]byte("no database "), 1_000), 0o600))
	for name, test := range map[string]struct {
		place config.Database
		want  string
	}{
		"later":   {later, "later version of this program (step 999"},
		"damaged": {damaged, "restore a backup: vitrine restore FILE.\n"},
		"away":    {config.Database{Data: t.TempDir(), DatabaseURL: config.Secret("postgres://user:hush@" + buckettest.FreeAddress(t) + "/site")}, "Check host, port, user, password and name in --database-url"},
	} {
		t.Run(name, func(t *testing.T) {
			output, err := diagnosed(t, config.Serve{Database: test.place})
			wantError(t, err, "problem")
			wantText(t, output, "PROBLEM  database: ", test.want, "OK       mail server: ", "OK       space: ")
		})
	}
}

// A data folder that is a file, or that belongs to another user than what is in it, is a problem.
func TestDoctorRights(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	noError(t, os.WriteFile(file, nil, 0o600))
	if f := (&diagnosis{settings: config.Serve{Database: config.Database{Data: file}}}).rights(t.Context())[0]; f.level != problem || f.text != file+" is not a folder" {
		t.Errorf("a file: %+v", f)
	}
	place := newPlace(t)
	noError(t, os.Chmod(place.Data, 0o700))
	if os.Geteuid() != 0 { // only root may give files away
		noError(t, os.Chmod(filepath.Join(place.Data, "vitrine.db"), 0o400))
	} else {
		noError(t, os.Chown(filepath.Join(place.Data, "vitrine.db"), 4711, -1))
	}
	found := (&diagnosis{settings: config.Serve{Database: place}}).rights(t.Context())
	if len(found) != 1 || !strings.HasPrefix(found[0].text, filepath.Join(place.Data, "vitrine.db")+" ") || !strings.HasPrefix(found[0].cure, "Give it to the user that runs the site: chown -R USER ") {
		t.Errorf("got %+v", found)
	}
}

// The command reads the environment, and ends with status 1 if something is wrong.
func TestDoctorStatus(t *testing.T) {
	t.Parallel()
	place := config.Database{Data: filepath.Join(t.TempDir(), "data")}
	if output, err := program(t, place, "doctor").CombinedOutput(); err != nil {
		t.Errorf("%v, and\n%s", err, output)
	}
	wrong := program(t, place, "doctor")
	wrong.Env = append(wrong.Env, "VITRINE_PUBLICURL=x")
	output, err := wrong.CombinedOutput()
	same(t, "how it ends", fmt.Sprint(err), "exit status 1")
	wantText(t, string(output), "vitrine: 1 problem found\n")
}
