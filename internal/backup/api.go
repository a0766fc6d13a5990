package backup

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/jobs"
)

// Job is the name of the job that writes the scheduled backups.
const Job = "backup"

// API is the calls about backups.
type API struct {
	Jobs  *jobs.Queries
	Every time.Duration // 0: no backups are scheduled

	Places   *Places
	Clock    *jobs.Clock
	Accounts *account.Accounts
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	return httpapi.Group{
		Name: "backup",
		Routes: []httpapi.Route{
			httpapi.Get("/api/admin/backup", httpapi.Settings.Records(), httpapi.Fetch(a.lastBackup),
				httpapi.Answers[LastBackup]("lastBackup", "Get how the last backup ended, and when")),
			httpapi.Get("/api/admin/backups", httpapi.Settings.Records(), httpapi.Fetch(a.list),
				httpapi.Answers[[]Stored]("listBackups", "List the backups that are stored, the newest first")),
			httpapi.Post("/api/admin/backups/{backup}/verify", httpapi.Settings.Change(), httpapi.Bare(a.verify),
				httpapi.Done("verifyBackup", "Start to verify a backup; the job verify-backup has the result")),
			httpapi.Post("/api/admin/backups/{backup}/link", httpapi.Settings.Change(), httpapi.Bare(a.link),
				httpapi.Answers[Link]("linkBackup", "Get a link with which you can download a backup in your session, within a minute; you need to have confirmed that it's you")),
			httpapi.Get("/api/admin/backups/{backup}/file", httpapi.Settings.Records(), httpapi.Fetch(a.download),
				httpapi.Answers[string]("downloadBackup", "Download a backup by its link")),
		},
		Params: []*huma.Param{
			httpapi.PathParam("backup", "Name of the backup", &huma.Schema{Type: huma.TypeString}),
		},
		Names: map[reflect.Type]string{reflect.TypeFor[Stored](): "StoredBackup", reflect.TypeFor[Link](): "BackupLink"},
	}
}

// LastBackup is the last backup by the schedule or by hand, by any copy of the program.
type LastBackup struct {
	Status  string    `json:"status" enum:"off,pending,running,failed,done" doc:"off: no backups are scheduled, and none was made by hand; pending: the first one is due soon"`
	EndedAt time.Time `json:"endedAt" doc:"0001-01-01T00:00:00Z unless it failed or is done"`
}

func (a API) lastBackup(c *httpapi.Call) (any, error) { return a.Last(c.Ctx()) }

// Last returns how the last backup ended, of those by the schedule or by hand.
func (a API) Last(ctx context.Context) (LastBackup, error) {
	last, err := a.Jobs.Lease(ctx, Job)
	switch {
	case err != nil:
		return LastBackup{}, err
	case a.Every == 0 && last.Began.IsZero():
		return LastBackup{Status: "off"}, nil
	case last.Began.IsZero():
		return LastBackup{Status: "pending"}, nil
	case last.Ended.IsZero():
		return LastBackup{Status: "running"}, nil
	case last.Failed:
		return LastBackup{"failed", last.Ended}, nil
	}
	return LastBackup{"done", last.Ended}, nil
}

// overdueAfter is how old the last scheduled backup may be.
const overdueAfter = 48 * time.Hour

// Overdue returns 1 if the last scheduled backup failed or is too old, else 0.
func (a API) Overdue(ctx context.Context) (int, error) {
	if a.Every == 0 {
		return 0, nil
	}
	last, err := a.Last(ctx)
	if err == nil && (last.Status == "failed" || last.Status == "done" && time.Since(last.EndedAt) > max(overdueAfter, 2*a.Every)) {
		return 1, nil
	}
	return 0, err
}

const noBackup = "There is no such backup. It may have been replaced by a newer one."

func (a API) list(c *httpapi.Call) (any, error) {
	if a.Places == nil {
		return []Stored{}, nil
	}
	return a.Places.List(c.Ctx())
}

// open opens the backup that the URL names.
func (a API) open(c *httpapi.Call) (name string, file File, size int64, err error) {
	name, err = c.Request.PathValue("backup"), fs.ErrNotExist
	if a.Places != nil {
		file, size, err = a.Places.Read(c.Ctx(), name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = fault.New(fault.NotFound, noBackup)
	}
	return name, file, size, err
}

func (a API) verify(c *httpapi.Call) (any, error) {
	name, file, _, err := a.open(c)
	if err != nil {
		return nil, err
	}
	if err := file.Close(); err != nil {
		return nil, err
	}
	a.Places.wanted.Store(&name)
	return nil, a.Clock.Start(c.Ctx(), verifyJob)
}

// Link is the link of a backup.
type Link struct {
	URL string `json:"url" doc:"Path; it works once you follow it in this session, within a minute"`
}

// linkTime is how long a link works.
const linkTime = time.Minute

// link answers with a link that works in this session only. A backup has everybody's password hashes, so its owner confirms first.
func (a API) link(c *httpapi.Call) (any, error) {
	who := account.IdentityOf(c)
	if err := a.Accounts.CheckConfirmed(who); err != nil {
		return nil, err
	}
	name, file, _, err := a.open(c)
	if err != nil {
		return nil, err
	}
	until := strconv.FormatInt(time.Now().Add(linkTime).Unix(), 10)
	query := url.Values{"until": {until}, "key": {linkKey(who.Session, name, until)}}
	return Link{"/api/admin/backups/" + url.PathEscape(name) + "/file?" + query.Encode()}, file.Close()
}

// linkKey is what makes a link hard to guess: nobody but the session's browser can use it, and no copy of the program has to remember it.
func linkKey(session, name, until string) string {
	sum := hmac.New(sha256.New, []byte(session))
	sum.Write([]byte("backup\n" + name + "\n" + until))
	return hex.EncodeToString(sum.Sum(nil))
}

var errLinkEnded = fault.New(fault.NotFound, "This link has ended. Please download the backup from the screen of jobs.")

// chunk is how many bytes of a backup are sent before the connection's deadline is extended, which is chunkTime.
const (
	chunk     = 1 << 20
	chunkTime = time.Minute
)

// download sends a backup as it is stored.
func (a API) download(c *httpapi.Call) (any, error) {
	who, query := account.IdentityOf(c), c.Request.URL.Query()
	until, err := strconv.ParseInt(query.Get("until"), 10, 64)
	key := linkKey(who.Session, c.Request.PathValue("backup"), query.Get("until"))
	if err != nil || who.Session == "" || time.Now().Unix() > until || !hmac.Equal([]byte(key), []byte(query.Get("key"))) {
		return nil, errLinkEnded
	}
	name, file, size, err := a.open(c)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	c.NoStore()
	h := c.Writer.Header()
	h.Set("Content-Type", "application/octet-stream")
	h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	h.Set("Content-Length", strconv.FormatInt(size, 10))
	c.Sent = true
	control, from := http.NewResponseController(c.Writer), io.NewSectionReader(file, 0, size)
	for err == nil {
		_ = control.SetWriteDeadline(time.Now().Add(chunkTime)) // a ResponseWriter without a connection has none
		_, err = io.CopyN(c.Writer, from, chunk)
	}
	return nil, nil //nolint:nilerr // io.EOF, or the client has disconnected
}
