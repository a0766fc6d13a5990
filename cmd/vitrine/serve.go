package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"runtime/debug"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/vitrine-directory/vitrine/internal/app"
	"github.com/vitrine-directory/vitrine/internal/backup"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/demo"
	"github.com/vitrine-directory/vitrine/internal/emails"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/features"
	"github.com/vitrine-directory/vitrine/internal/jobs"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/render"
	"github.com/vitrine-directory/vitrine/internal/server"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/theme"
	"github.com/vitrine-directory/vitrine/internal/visits"
	"github.com/vitrine-directory/vitrine/web"
)

// heapGrowth is how much the heap may grow before a garbage collection, in percent of the live heap. Most of that is the
// catalogue, which stays: at Go's default of 100 the program would need twice its memory.
const heapGrowth = 40

// serve runs the site until ctx ends, then stops it in order: listener, requests, followers, last visit counts, database.
func serve(ctx context.Context, settings config.Serve) error {
	debug.SetGCPercent(heapGrowth)
	log := settings.Logger(os.Stderr)
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", settings.Addr)
	if err != nil {
		return fmt.Errorf("listen on %s: %w", settings.Addr, err)
	}
	defer listener.Close()
	measured, err := openMeter(ctx, settings.MetricsAddr)
	if err != nil {
		return err
	}
	defer measured.close()
	origin := settings.Origin(listener.Addr().(*net.TCPAddr).Port)

	files, err := openFiles(ctx, settings.Data, settings.S3)
	if err != nil {
		return err
	}
	defer files.Close()
	db, err := store.Open(ctx, store.Options{DataDir: settings.Data, DatabaseURL: settings.DatabaseURL.Reveal(), Logger: log,
		BeforeUpgrade: beforeUpgrade(settings, files, log)})
	if err != nil {
		return err
	}
	defer db.Close()
	images := media.NewLibrary(files, &db.Images)
	if settings.Demo {
		if _, err := demo.Fill(ctx, db, images); err != nil {
			return fmt.Errorf("fill the site with the demo catalog: %w", err)
		}
	}

	catalogue, settled, err := memory(ctx, db, settings, log)
	if err != nil {
		return err
	}
	name := func() string { return settled.Settings().ShownTexts.Name }
	sender, err := openSender(settings, db, name, log)
	if err != nil {
		return err
	}
	templates := emails.New(func() emails.Site { return emails.Site{Name: name(), URL: origin} })
	accounts := siteAccounts(settings, db, templates, origin, sender, log)
	defer accounts.Sessions.Close()
	if err := firstAdministrator(ctx, accounts.Administrators, settings, origin, os.Stdout); err != nil {
		return err
	}

	counter := visits.NewCounter(db, log)
	popularity := visits.NewPopularity(db, catalogue.SetVisits, log)
	if err := popularity.Renew(ctx); err != nil {
		return err
	}
	submissions := openInbox(db, templates, origin, sender)
	own, err := backups(settings.Data, settings.BackupFolder, db.DB, files)
	if err != nil {
		return err
	}
	write, places, err := scheduled(settings, own)
	if err != nil {
		return err
	}
	kits := &feature.Kits{
		Settings: settings, Origin: origin, Program: version(), CommandFlags: commandFlags(settings), Logger: log,
		DB: db.DB, Kinds: db.Kinds, Catalog: &db.Catalog, Catalogue: catalogue, Site: settled, Accounts: accounts,
		Inbox: submissions, Visits: &db.Visits, Counter: counter, Files: files, Images: images, Websites: websites(settings.PublicURL), Emails: templates, BackUp: backUpAs(backup.BeforeSync, own, log), BackUpBeforeImport: backUpAs(backup.BeforeImport, own, log),
	}
	if sender != nil {
		kits.Mail = sender.Call
	}
	opened, err := features.Open(kits)
	if err != nil {
		return err
	}
	clocked := append(work(db, images, accounts, submissions, opened), backupWork(settings.BackupEvery, write), places.Verification())
	if kits.Mail != nil && settings.HasNotices() {
		clocked = append(clocked, notices(kits, opened, clocked).Job())
	}
	clock := jobs.New(log, db, clocked...)
	products := app.NewProducts(kits, opened)
	answers := app.NewAPI(app.Options{Kits: kits, Parts: opened, Clock: clock, Backups: places, SubmitForm: submitForm(settings), Products: products})
	renderer, err := render.New(web.ServerBundle(), render.Options{Logger: log})
	if err != nil {
		return err
	}
	defer renderer.Close()
	table, err := app.Pages(app.PagesOptions{
		Accounts: settings.HasAccounts(), Newsletter: settings.HasNewsletter(), MCP: settings.HasMCP(),
		Visited: func(r *http.Request, product int64) { counter.Count(r, product, visits.Visit) }, VisitedFromIssue: counter.CountFromIssue,
		FormURL: settings.SubmitFormURL, FormScript: settings.SubmitFormScript, Submit: submissions.SubmitForm,
	})
	if err != nil {
		return err
	}
	documents, err := pages.New(pages.Options{
		PublicURL: origin, Client: web.Client(), Notices: web.Notices(), Renderer: measured.renderer(renderer),
		Answers: answers.Answer, Catalogue: catalogue, Site: settled, Logos: files.Open, Logger: log, Table: table, AdminTitles: app.AdminTitles(),
		IsAdministrator: func(r *http.Request) bool { return accounts.Sessions.IsAdministrator(r) },
		CustomCSS:       theme.CustomCSSPath(settings.Data), SecurityContact: settings.SecurityContact, Clicked: clicked(opened), OldURL: oldURL(opened),
		API: pages.API{Calls: answers.PublicCalls(), CallsPerSecond: server.CallsPerSecond, CallsAtOnce: server.CallsAtOnce},
	})
	if err != nil {
		return err
	}
	kits.ChangedSince, kits.AcquireWorker, kits.Searched = documents.ChangedSince, answers.AcquireWorker, app.Searched(opened)
	front := server.New(server.Options{
		API: app.NoteSearches(kits, answers.Handler()), Pages: app.NoteSearches(kits, documents.Handler()), Uploads: media.Handler(files, log), MCP: mcpHandler(opened),
		Ready: db.Ping, Logger: log, AccessLog: requestLog(settings.Log), AccessLogText: settings.IsText(), Observe: measured.requests(), Route: documents.Route, TrustedProxies: settings.TrustedProxies, PublicURL: origin,
	})

	defer counter.Start()() // stops after the last response
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		return db.Follow(ctx, func(ctx context.Context, _ int64) error { return renew(ctx, catalogue, settled) })
	})
	group.Go(func() error { popularity.Follow(ctx); return nil })
	group.Go(func() error { products.Run(ctx); return nil })
	group.Go(func() error { catalogue.LinkSimilar(ctx); return nil })
	group.Go(func() error { catalogue.KeepTime(ctx); return nil })
	group.Go(func() error { documents.FollowCustomCSS(ctx); return nil })
	group.Go(func() error { clock.Run(ctx); return nil })
	for _, parts := range opened {
		for _, run := range parts.Run {
			group.Go(func() error { run(ctx); return nil })
		}
	}
	if sender != nil {
		group.Go(func() error { sender.Run(ctx, composer(accounts, opened)); return nil })
	}
	group.Go(func() error {
		return measured.serve(ctx, parts{db, catalogue, answers, documents, renderer, counter, opened, clock})
	})
	group.Go(func() error { return front.Serve(ctx, listener) })
	fmt.Printf("%s is open at %s\n", name(), origin)
	return group.Wait()
}

// requestLog returns what the log of requests is written to; nil if they are not logged.
func requestLog(settings config.Log) io.Writer {
	if settings.HasRequests() {
		return os.Stderr
	}
	return nil
}

// mcpHandler returns the handler of the Model Context Protocol, or nil if no feature serves it.
func mcpHandler(opened []feature.Parts) http.Handler {
	for _, parts := range opened {
		if parts.MCP != nil {
			return parts.MCP
		}
	}
	return nil
}

// clicked returns what records clicks on affiliate links, or nil if no feature does.
func clicked(opened []feature.Parts) func(r *http.Request, click pages.Click) {
	for _, parts := range opened {
		if parts.Clicked != nil {
			return parts.Clicked
		}
	}
	return nil
}

// oldURL returns what finds the URLs of the site's earlier program, or nil if no feature does.
func oldURL(opened []feature.Parts) func(v *pages.View, u *url.URL) (pages.OldURL, bool) {
	for _, parts := range opened {
		if parts.OldURL != nil {
			return parts.OldURL
		}
	}
	return nil
}

// memory loads the catalogue and the site's settings, and renews them after each commit.
func memory(ctx context.Context, db *store.Store, settings config.Serve, log *slog.Logger) (*browse.Live, *site.Live, error) {
	catalogue, err := browse.NewLive(ctx, db, time.Now)
	if err != nil {
		return nil, nil, fmt.Errorf("read the catalog: %w", err)
	}
	settled, err := site.NewLive(ctx, db, site.Policy{SiteName: settings.SiteName, Accounts: settings.HasAccounts(), Newsletter: settings.HasNewsletter(), Mail: settings.SMTPURL != ""})
	if err != nil {
		return nil, nil, fmt.Errorf("read the site's settings: %w", err)
	}
	db.AfterCommit(func(ctx context.Context) {
		if err := renew(ctx, catalogue, settled); err != nil { // db.Follow tries again
			log.ErrorContext(ctx, "a change is stored but not shown yet; the site reads it again", "error", err)
		}
	})
	return catalogue, settled, nil
}

// renew reloads the catalogue and the settings. After an error, one of them may be reloaded.
func renew(ctx context.Context, catalogue *browse.Live, settled *site.Live) error {
	return errors.Join(catalogue.Renew(ctx), settled.Renew(ctx))
}
