package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/backup"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/server"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// mail checks that the mail server can be reached and accepts the login. It sends no email.
func (d *diagnosis) mail(ctx context.Context) []finding {
	const about = "mail server"
	if d.settings.SMTPURL == "" {
		return []finding{fine(about, "not set: the site sends no email (--smtp-url)")}
	}
	server, err := mail.NewServer(d.settings.SMTPURL.Reveal(), d.settings.MailFrom, func() string { return d.settings.SiteName })
	if err != nil {
		return []finding{wrong(about, err, "Correct the setting.")}
	}
	if err := server.Check(ctx); err != nil {
		return []finding{wrong(about, fmt.Errorf("it can't be used: %w", err), "Check host, port, user and password in --smtp-url, and whether your hosting provider blocks the port.")}
	}
	return []finding{fine(about, "it answers, and accepts the login if one is set")}
}

// uploads checks that the bucket stores, returns and deletes an object.
func (d *diagnosis) uploads(ctx context.Context) []finding {
	const about = "bucket"
	if !d.settings.S3.Used() {
		return []finding{fine(about, "not set: uploads are in the data folder (--s3-endpoint)")}
	}
	files, err := openFiles(ctx, d.settings.Data, d.settings.S3)
	if err != nil {
		return []finding{wrong(about, err, "Correct that setting; the key needs the rights PutObject, GetObject, DeleteObject and ListBucket.")}
	}
	_ = files.Close() // it was only tried
	return []finding{fine(about, "%s stores, returns and deletes objects", d.settings.S3Bucket)}
}

// backupBucket checks that the bucket for scheduled backups stores, lists, returns and deletes an object.
func (d *diagnosis) backupBucket(ctx context.Context) []finding {
	const about = "backup bucket"
	if d.settings.BackupTo == "" {
		return []finding{fine(about, "not set: scheduled backups are in a folder (--backup-to)")}
	}
	bucket, err := scheduledBucket(d.settings, backup.Site{})
	if err == nil {
		err = bucket.Probe(ctx)
	}
	if err != nil {
		return []finding{wrong(about, err, "Correct that setting; the key needs the rights PutObject, GetObject, DeleteObject, AbortMultipartUpload, ListBucket and ListBucketMultipartUploads.")}
	}
	return []finding{fine(about, "%s stores, lists, returns and deletes objects", d.settings.BackupTo)}
}

// encryption checks the keys of backups.
func (d *diagnosis) encryption(context.Context) []finding {
	const about = "backup encryption"
	keys, err := keysOf(d.settings.BackupKeys)
	switch {
	case err != nil:
		return []finding{wrong(about, err, "Correct that setting: age-keygen -o identity.txt makes a pair of keys and prints the public one.")}
	case !keys.Encrypt():
		return []finding{fine(about, "not set: whoever can read a backup has everything in it (--backup-recipient)")}
	case !keys.Decrypt():
		return []finding{fine(about, "on; this machine cannot read its own backups, so rehearse a restore with the identity elsewhere")}
	}
	return []finding{fine(about, "on; the identity is on this machine, so whoever takes it over can read the backups")}
}

// publicURL checks that the public URL reaches this site.
func (d *diagnosis) publicURL(ctx context.Context) []finding {
	const about = "public URL"
	origin := strings.TrimRight(d.settings.PublicURL, "/")
	switch {
	case origin == "":
		return []finding{fine(about, "not set: links lead to localhost, which is right only on this machine (--public-url)")}
	case d.missing:
		return []finding{fine(about, "%s; it is asked once there is a site", origin)}
	}
	var frame struct{ Name string }
	if err := getJSON(ctx, origin+"/api/site", &frame); err != nil {
		return []finding{wrong(about, fmt.Errorf("%s does not reach a site: %w", origin, err),
			"Check that the site runs, that the name's DNS entry is that of this machine, and that the proxy passes requests on to --addr.")}
	}
	if !d.isCurrent() {
		return []finding{fine(about, "%s reaches a site; whether it is this one, only the database can tell, which can't be read", origin)}
	}
	same, err := d.isThisSite(ctx, origin, frame.Name)
	switch {
	case err != nil:
		return []finding{wrong(about, err, "Run vitrine doctor again.")}
	case !same:
		return []finding{wrong(about, fmt.Errorf("%s reaches another site", origin), "Correct --public-url, its DNS entry, or where the proxy sends its requests; check that the site runs with the database that is set here.")}
	}
	return []finding{fine(about, "%s reaches this site", origin), proxies(ctx, origin)}
}

// proxies checks that the site is told who its visitors are: doctor's own request says nothing of another client, so what says so was
// added on the way.
func proxies(ctx context.Context, origin string) finding {
	const about = "proxies"
	answer, err := get(ctx, origin+"/healthz")
	if err != nil {
		return wrong(about, fmt.Errorf("%s/healthz: %w", origin, err), "Run vitrine doctor again; if this stays, let the proxy pass /healthz on.")
	}
	defer answer.Body.Close()
	if answer.Header.Get(server.MissesProxy) != "" {
		return wrong(about, errors.New("requests come through a proxy that is not declared, so all visitors look like the proxy: limits and counts of clicks and views can't tell them apart"),
			"List the networks of all your proxies, and of a CDN before them, in --trusted-proxies (127.0.0.0/8,::1/128 for one on this machine), and have them add X-Forwarded-For.")
	}
	return fine(about, "visitors can be told apart: there is no proxy that is not declared")
}

// isThisSite reports whether a site has the name and the newest tool of this one.
func (d *diagnosis) isThisSite(ctx context.Context, origin, name string) (bool, error) {
	settled, err := site.NewLive(ctx, d.store(), site.Policy{SiteName: d.settings.SiteName, Accounts: d.settings.HasAccounts(), Newsletter: d.settings.HasNewsletter(), Mail: d.settings.SMTPURL != ""})
	if err != nil {
		return false, fmt.Errorf("read the site's settings: %w", err)
	}
	if name != settled.Settings().ShownTexts.Name {
		return false, nil
	}
	var newest, there struct {
		ID   int64
		Slug string
	}
	err = d.opened.Read(ctx, "read the newest tool", func(ctx context.Context, tx db.Tx) error {
		return tx.Row(ctx, "SELECT id, slug FROM products WHERE deleted_at IS NULL AND status = 'published' ORDER BY id DESC LIMIT 1").Scan(&newest.ID, &newest.Slug)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	if err := getJSON(ctx, fmt.Sprintf("%s/api/products/%d", origin, newest.ID), &there); err != nil {
		return false, nil // a site without this tool
	}
	return there == newest, nil
}

// maxJSON is the most bytes of an answer that are read.
const maxJSON = 1 << 20

// getJSON reads a public URL of a site.
func getJSON(ctx context.Context, address string, into any) error {
	answer, err := get(ctx, address)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(io.LimitReader(answer.Body, maxJSON)).Decode(into); err != nil {
		return fmt.Errorf("its answer isn't a site's: %w", err)
	}
	return nil
}

// get asks for a public URL of a site, which must answer 200.
func get(ctx context.Context, address string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, withoutURL(err)
	}
	if answer.StatusCode != http.StatusOK {
		_ = answer.Body.Close() // it is not read
		return nil, fmt.Errorf("it answers %s", answer.Status)
	}
	return answer, nil
}
