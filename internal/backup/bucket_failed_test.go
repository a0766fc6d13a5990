package backup_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"

	"github.com/vitrine-directory/vitrine/internal/backup"
	"github.com/vitrine-directory/vitrine/internal/buckettest"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// What cannot be restored is named, and changes nothing.
func TestBucketRestoreRefused(t *testing.T) {
	t.Parallel()
	server := buckettest.Start(t)
	recipient, identity := buckettest.KeyPair(t)
	_, wrongIdentity := buckettest.KeyPair(t)
	plain := bucketOf(t, server)
	encrypted := plain
	encrypted.Site.Keys = keys(t, []string{recipient}, "")
	var objects [][]byte
	var objectNames []string
	for _, b := range []backup.Bucket{plain, encrypted} {
		name := filepath.Base(writeTo(t, b).Path)
		content := must(server.Client(t).GetObject(t.Context(), server.Bucket, "a/b/"+name, minio.GetObjectOptions{}))(t)
		whole := must(io.ReadAll(content))(t)
		objects, objectNames = append(objects, whole), append(objectNames, name)
	}
	put(t, server, "a/b/cut.zip", objects[0][:len(objects[0])/2])
	put(t, server, "a/b/cut.zip.age", objects[1][:len(objects[1])/2])
	flipped := bytes.Clone(objects[1])
	flipped[len(flipped)/2] ^= 1
	put(t, server, "a/b/flipped.zip.age", flipped)
	put(t, server, "a/b/foreign.zip", []byte("a,b,c\n1,2,3\n"))
	put(t, server, "a/b/empty.zip", nil)
	const notOurs = "it is no backup of this program, or it is damaged"
	for name, test := range map[string]struct {
		change   func(b *backup.Bucket)
		name     string
		identity string
		want     string
	}{
		"encrypted":       {name: objectNames[1], want: "it is encrypted: name the file with its identity by --backup-identity"},
		"wrong key":       {name: objectNames[1], identity: wrongIdentity, want: "it is encrypted to another key"},
		"newest":          {want: objectNames[1] + ": it is encrypted"},
		"cut":             {name: "cut.zip", want: notOurs},
		"cut, encrypted":  {name: "cut.zip.age", identity: identity, want: notOurs},
		"damaged":         {name: "flipped.zip.age", identity: identity, want: notOurs},
		"foreign":         {name: "foreign.zip", want: "s3://pictures/a/b/foreign.zip: " + notOurs},
		"empty":           {name: "empty.zip", want: notOurs},
		"missing":         {name: "vitrine-backup-20200101-000000.000.zip", want: "s3://pictures/a/b/vitrine-backup-20200101-000000.000.zip does not exist"},
		"no backup there": {change: func(b *backup.Bucket) { b.Prefix = "c" }, want: "s3://pictures/c has no backup"},
		"no bucket":       {change: func(b *backup.Bucket) { b.S3.Bucket = "nowhere" }, name: objectNames[0], want: "--s3-bucket names a bucket that does not exist at --s3-endpoint"},
		"wrong secret":    {change: func(b *backup.Bucket) { b.S3.SecretKey = "hush" }, want: "--s3-secret-key does not match --s3-access-key"},
		"no right":        {change: func(b *backup.Bucket) { b.S3 = server.WithoutRights(t) }, want: "--s3-access-key has no permission for this in --s3-bucket"},
		"goes away": {change: func(b *backup.Bucket) {
			b.S3 = server.Behind(t, func(w http.ResponseWriter, r *http.Request, pass http.Handler) {
				if r.Header.Get("Range") != "" {
					w.Header().Set("Last-Modified", time.Now().UTC().Format(http.TimeFormat))
					w.Header().Set("Content-Length", "1000000")
					return // the connection breaks off
				}
				pass.ServeHTTP(w, r)
			})
		}, name: objectNames[0], want: "it could not be read: --s3-endpoint can't be reached"},
	} {
		t.Run(name, func(t *testing.T) {
			there, files := place(t, "sqlite"), disk(t)
			noError(t, storetest.OpenAt(t, there).Close())
			before := storetest.Contents(t, there)
			b := backup.Bucket{Site: backup.Site{Keys: keys(t, nil, test.identity)}, S3: server.Options(), Prefix: "a/b"}
			if test.change != nil {
				test.change(&b)
			}
			err := restoreFrom(t, b, test.name, there, files)
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "hush") {
				t.Errorf("it says %v, want %q", err, test.want)
			}
			same(t, "what is there", storetest.Contents(t, there), before)
		})
	}
}

// A backup that fails, at whatever call, leaves no object and no older one is removed.
func TestBucketWriteFailed(t *testing.T) {
	t.Parallel()
	server := buckettest.Start(t)
	b := bucketOf(t, server)
	b.Keep = 1
	writeTo(t, b)
	before, _ := keysIn(t, server)
	type handler = func(stop func(), w http.ResponseWriter, r *http.Request, pass http.Handler)
	on := func(calls func(r *http.Request) bool, do handler) handler {
		return func(stop func(), w http.ResponseWriter, r *http.Request, pass http.Handler) {
			if calls(r) {
				do(stop, w, r, pass)
				return
			}
			pass.ServeHTTP(w, r)
		}
	}
	refuse := func(_ func(), w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		w.WriteHeader(http.StatusForbidden)
	}
	isBegin := func(r *http.Request) bool { return r.URL.Query().Has("uploads") }
	isPart := func(r *http.Request) bool { return r.Method == http.MethodPut }
	isRead := func(r *http.Request) bool { return r.Header.Get("Range") != "" }
	isComplete := func(r *http.Request) bool { return r.Method == http.MethodPost && r.URL.Query().Has("uploadId") }
	for name, test := range map[string]struct {
		handle handler
		want   string
	}{
		"begin":    {on(isBegin, refuse), "has no permission"},
		"part":     {on(isPart, refuse), "has no permission"},
		"complete": {on(isComplete, refuse), "has no permission"},
		"cancelled": {on(isPart, func(stop func(), _ http.ResponseWriter, r *http.Request, pass http.Handler) {
			pass.ServeHTTP(httptest.NewRecorder(), r) // stored before: a part on its way would arrive after the object was given up
			stop()
			<-r.Context().Done()
			panic(http.ErrAbortHandler)
		}), context.Canceled.Error()},
		"answer lost": {on(isComplete, func(_ func(), _ http.ResponseWriter, r *http.Request, pass http.Handler) {
			pass.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		}), "can't be reached"},
		"read back": {on(isRead, func(_ func(), w http.ResponseWriter, _ *http.Request, _ http.Handler) {
			_, _ = io.WriteString(w, "otherwise")
		}), "it could not be read"},
		"read back wrong": {on(isRead, func(_ func(), w http.ResponseWriter, r *http.Request, _ http.Handler) {
			w.Header().Set("Last-Modified", time.Now().UTC().Format(http.TimeFormat))
			var first, last int
			noError(t, errOf(fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-%d", &first, &last)))
			_, _ = w.Write(make([]byte, last-first+1))
		}), "it is no backup of this program, or it is damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			b := b
			b.S3 = server.Behind(t, func(w http.ResponseWriter, r *http.Request, pass http.Handler) { test.handle(stop, w, r, pass) })
			wantError(t, errOf(b.Write(ctx, backup.Asked)), "write a backup to s3://pictures/a/b: ", test.want)
			after, unfinished := keysIn(t, server)
			same(t, "objects", after, before)
			same(t, "unfinished objects", unfinished, []string{})
		})
	}
}
