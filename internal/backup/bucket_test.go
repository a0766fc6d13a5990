package backup_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"filippo.io/age"
	"github.com/minio/minio-go/v7"

	"github.com/vitrine-directory/vitrine/internal/backup"
	"github.com/vitrine-directory/vitrine/internal/buckettest"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// keyPair makes a pair of keys, and returns the public one and the file with the other.
func keyPair(t *testing.T) (recipient, identityFile string) {
	t.Helper()
	identity, err := age.GenerateX25519Identity()
	noError(t, err)
	path := filepath.Join(t.TempDir(), "identity.txt")
	noError(t, os.WriteFile(path, []byte("# made by a test\n"+identity.String()+"\n"), 0o600))
	return identity.Recipient().String(), path
}

func keys(t *testing.T, recipients []string, identityFile string) backup.Keys {
	t.Helper()
	k, err := backup.NewKeys(recipients, identityFile)
	noError(t, err)
	return k
}

// bucketOf returns the prefix a/b of a server's bucket for the backups of an empty site, whose clock goes on by an hour with each look.
func bucketOf(t *testing.T, server *buckettest.Server) backup.Bucket {
	t.Helper()
	f := folder(t, 0)
	return backup.Bucket{Site: f.Site, S3: server.Options(), Prefix: "a/b", Now: f.Now}
}

func writeTo(t *testing.T, b backup.Bucket) backup.Written {
	t.Helper()
	w, err := b.Write(t.Context(), backup.Asked)
	noError(t, err)
	return w
}

// keysIn lists the keys in a server's bucket, of finished and unfinished objects.
func keysIn(t *testing.T, server *buckettest.Server) (objects, unfinished []string) {
	t.Helper()
	objects, unfinished = []string{}, []string{}
	for object := range server.Client(t).ListObjects(t.Context(), server.Bucket, minio.ListObjectsOptions{Recursive: true}) {
		noError(t, object.Err)
		objects = append(objects, object.Key)
	}
	for upload := range server.Client(t).ListIncompleteUploads(t.Context(), server.Bucket, "", true) {
		noError(t, upload.Err)
		unfinished = append(unfinished, upload.Key)
	}
	return objects, unfinished
}

func put(t *testing.T, server *buckettest.Server, key string, content []byte) {
	t.Helper()
	_, err := server.Client(t).PutObject(t.Context(), server.Bucket, key, bytes.NewReader(content), int64(len(content)), minio.PutObjectOptions{})
	noError(t, err)
}

// restoreFrom restores a backup of a bucket.
func restoreFrom(t *testing.T, b backup.Bucket, name string, o db.Options, files media.Files) error {
	t.Helper()
	archive, err := b.Open(t.Context(), name)
	if err != nil {
		return err
	}
	_, err = backup.Restore(t.Context(), archive, o, files, nil)
	return err
}

// A backup in a bucket, encrypted or not, is restored to the other engine, whole and equal. It takes several blocks.
func TestBucketRoundTrip(t *testing.T) {
	t.Parallel()
	server := buckettest.Start(t)
	recipient, identity := keyPair(t)
	other, _ := keyPair(t)
	for name, test := range map[string]struct {
		here, there string
		write       backup.Keys
		read        backup.Keys
		ending      string
	}{
		"plain":                   {"sqlite", "postgres", backup.Keys{}, backup.Keys{}, ".zip"},
		"encrypted":               {"postgres", "sqlite", keys(t, []string{other, recipient}, ""), keys(t, nil, identity), ".zip.age"},
		"encrypted with identity": {"sqlite", "sqlite", keys(t, []string{recipient}, identity), keys(t, nil, identity), ".zip.age"},
	} {
		t.Run(name, func(t *testing.T) {
			here, files := place(t, test.here), disk(t)
			s := storetest.Filled(t, here)
			for range 4 {
				upload(t, here, files, strings.Repeat(rand.Text(), 9<<20/26))
			}
			b := backup.Bucket{Site: backup.Site{DB: s.DB, Files: files, Program: "test", Keys: test.write}, S3: server.Options(), Prefix: test.here + "/" + test.there}
			first := writeTo(t, b)
			if first.Size < 35<<20 || !strings.HasPrefix(first.Path, "s3://"+server.Bucket+"/"+b.Prefix+"/vitrine-backup-2") || !strings.HasSuffix(first.Path, test.ending) ||
				first.ChecksumOnly != (test.write.Encrypt() && !test.write.Decrypt()) {
				t.Errorf("wrote %s, %d bytes, checksum only: %v", first.Path, first.Size, first.ChecksumOnly)
			}
			there, empty := place(t, test.there), disk(t)
			noError(t, restoreFrom(t, backup.Bucket{Site: backup.Site{Keys: test.read}, S3: b.S3, Prefix: b.Prefix}, "", there, empty))
			second := written(t, storetest.OpenAt(t, there), empty)
			same(t, "tables", second.Manifest.Tables, first.Manifest.Tables)
			same(t, "uploads", second.Manifest.Uploads, first.Manifest.Uploads)
			newest, err := b.Newest(t.Context())
			if err != nil || newest.Path != first.Path {
				t.Errorf("the newest is %+v, %v", newest, err)
			}
		})
	}
}

// Only the newest backups stay. What is not ours, or below another prefix, is left alone.
func TestBucketRetention(t *testing.T) {
	t.Parallel()
	server := buckettest.Start(t)
	b := bucketOf(t, server)
	b.Keep = 2
	var want []string
	for _, key := range []string{"vitrine-backup-20200101-000000.000.zip", "a/vitrine-backup-20200101-000000.000.zip", "a/b/c/vitrine-backup-20200101-000000.000.zip",
		"a/b/vitrine-backup-20200101-000000.000.zip.old", "a/b/vitrine-backup-latest.zip", "a/b/vitrine-before-sync-20200101-000000.000.zip", "a/b/vitrine-notes/x", "a/bb/x"} {
		put(t, server, key, []byte("mine"))
		want = append(want, key)
	}
	recipient, _ := keyPair(t)
	writeTo(t, b)
	for _, recipients := range [][]string{{recipient}, nil} {
		b.Site.Keys = keys(t, recipients, "")
		want = append(want, strings.TrimPrefix(writeTo(t, b).Path, "s3://"+server.Bucket+"/"))
	}
	put(t, server, "a/b/vitrine-backup-20990101-000000.000.zip", []byte("half of a backup"))
	put(t, server, "a/b/vitrine-backup-20990102-000000.000.zip", []byte("half of a backup"))
	want = append(want[:len(want)-2], strings.TrimPrefix(writeTo(t, b).Path, "s3://"+server.Bucket+"/"),
		"a/b/vitrine-backup-20990101-000000.000.zip", "a/b/vitrine-backup-20990102-000000.000.zip")
	slices.Sort(want)
	got, _ := keysIn(t, server)
	same(t, "what is in the bucket", got, want)
}

// What cannot be restored is named, and changes nothing.
func TestBucketRestoreRefused(t *testing.T) {
	t.Parallel()
	server := buckettest.Start(t)
	recipient, identity := keyPair(t)
	_, wrongIdentity := keyPair(t)
	plain := bucketOf(t, server)
	encrypted := plain
	encrypted.Site.Keys = keys(t, []string{recipient}, "")
	var objects [][]byte
	var objectNames []string
	for _, b := range []backup.Bucket{plain, encrypted} {
		name := filepath.Base(writeTo(t, b).Path)
		content, err := server.Client(t).GetObject(t.Context(), server.Bucket, "a/b/"+name, minio.GetObjectOptions{})
		noError(t, err)
		whole, err := io.ReadAll(content)
		noError(t, err)
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
		"no bucket":       {change: func(b *backup.Bucket) { b.S3.Bucket = "nowhere" }, name: objectNames[0], want: "--s3-bucket names no bucket of --s3-endpoint"},
		"wrong secret":    {change: func(b *backup.Bucket) { b.S3.SecretKey = "hush" }, want: "--s3-secret-key does not belong to --s3-access-key"},
		"no right":        {change: func(b *backup.Bucket) { b.S3 = server.WithoutRights(t) }, want: "--s3-access-key has not the right to do this in --s3-bucket"},
		"goes away": {change: func(b *backup.Bucket) {
			b.S3 = server.Behind(t, func(w http.ResponseWriter, r *http.Request, pass http.Handler) {
				if r.Header.Get("Range") != "" {
					w.Header().Set("Last-Modified", time.Now().UTC().Format(http.TimeFormat))
					w.Header().Set("Content-Length", "1000000")
					return // the connection breaks off
				}
				pass.ServeHTTP(w, r)
			})
		}, name: objectNames[0], want: "it could not be read: --s3-endpoint cannot be reached"},
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
	refuse := func(w http.ResponseWriter) { w.WriteHeader(http.StatusForbidden) }
	for name, test := range map[string]struct {
		handle func(stop func(), w http.ResponseWriter, r *http.Request, pass http.Handler)
		want   string
	}{
		"begin": {func(_ func(), w http.ResponseWriter, r *http.Request, pass http.Handler) {
			if r.URL.Query().Has("uploads") {
				refuse(w)
				return
			}
			pass.ServeHTTP(w, r)
		}, "has not the right"},
		"part": {func(_ func(), w http.ResponseWriter, r *http.Request, pass http.Handler) {
			if r.Method == http.MethodPut {
				refuse(w)
				return
			}
			pass.ServeHTTP(w, r)
		}, "has not the right"},
		"cancelled": {func(stop func(), w http.ResponseWriter, r *http.Request, pass http.Handler) {
			if r.Method == http.MethodPut {
				stop()
			}
			pass.ServeHTTP(w, r)
		}, context.Canceled.Error()},
		"complete": {func(_ func(), w http.ResponseWriter, r *http.Request, pass http.Handler) {
			if r.Method == http.MethodPost && r.URL.Query().Has("uploadId") {
				refuse(w)
				return
			}
			pass.ServeHTTP(w, r)
		}, "has not the right"},
		"read back": {func(_ func(), w http.ResponseWriter, r *http.Request, pass http.Handler) {
			if r.Header.Get("Range") != "" {
				_, _ = io.WriteString(w, "otherwise")
				return
			}
			pass.ServeHTTP(w, r)
		}, "it could not be read"},
		"read back wrong": {func(_ func(), w http.ResponseWriter, r *http.Request, pass http.Handler) {
			if r.Header.Get("Range") != "" {
				w.Header().Set("Last-Modified", time.Now().UTC().Format(http.TimeFormat))
				var first, last int
				_, err := fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-%d", &first, &last)
				noError(t, err)
				_, _ = w.Write(make([]byte, last-first+1))
				return
			}
			pass.ServeHTTP(w, r)
		}, "it is no backup of this program, or it is damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			b := b
			b.S3 = server.Behind(t, func(w http.ResponseWriter, r *http.Request, pass http.Handler) { test.handle(stop, w, r, pass) })
			if _, err := b.Write(ctx, backup.Asked); err == nil || !strings.Contains(err.Error(), "write a backup to s3://pictures/a/b: ") || !strings.Contains(err.Error(), test.want) {
				t.Errorf("it says %v, want %q", err, test.want)
			}
			after, unfinished := keysIn(t, server)
			same(t, "objects", after, before)
			same(t, "unfinished objects", unfinished, []string{})
		})
	}
}

// What a killed process left of an upload is no backup, and is removed a day later. Others' uploads stay.
func TestBucketLeftovers(t *testing.T) {
	t.Parallel()
	server := buckettest.Start(t)
	b := bucketOf(t, server)
	left, mine := "a/b/vitrine-backup-20990101-000000.000.zip", "a/b/vitrine-notes"
	client := minio.Core{Client: server.Client(t)}
	for _, key := range []string{left, mine} {
		id, err := client.NewMultipartUpload(t.Context(), server.Bucket, key, minio.PutObjectOptions{})
		noError(t, err)
		_, err = client.PutObjectPart(t.Context(), server.Bucket, key, id, 1, strings.NewReader("half"), 4, minio.PutObjectPartOptions{})
		noError(t, err)
	}
	if newest, err := b.Newest(t.Context()); err != nil || newest.Path != "" {
		t.Errorf("the newest is %+v, %v", newest, err)
	}
	for _, step := range []struct {
		age  time.Duration
		want []string
	}{{23 * time.Hour, []string{left, mine}}, {25 * time.Hour, []string{mine}}} {
		b.Now = func() time.Time { return time.Now().Add(step.age) }
		writeTo(t, b)
		_, unfinished := keysIn(t, server)
		same(t, "unfinished objects", unfinished, step.want)
	}
}

// A probe names what is wrong, and leaves nothing.
func TestBucketProbe(t *testing.T) {
	t.Parallel()
	server := buckettest.Start(t)
	b := bucketOf(t, server)
	noError(t, b.Probe(t.Context()))
	b.S3 = server.WithoutRights(t)
	if err := b.Probe(t.Context()); err == nil || !strings.Contains(err.Error(), "--s3-access-key has not the right") {
		t.Errorf("without rights: %v", err)
	}
	objects, unfinished := keysIn(t, server)
	same(t, "what is left", append(objects, unfinished...), []string{})
}

// An encrypted backup in a folder is verified, found and restored like others.
func TestFolderEncrypted(t *testing.T) {
	t.Parallel()
	recipient, identity := keyPair(t)
	f := folder(t, 1)
	write(t, f, backup.Asked)
	f.Site.Keys = keys(t, []string{recipient}, "")
	w := write(t, f, backup.Asked)
	same(t, "what is in the folder", names(t, f.Path), []string{filepath.Base(w.Path)})
	if newest, err := f.Newest(); err != nil || newest.Path != w.Path || !w.ChecksumOnly || !strings.HasSuffix(w.Path, ".zip.age") {
		t.Errorf("wrote %+v; the newest is %+v, %v", w, newest, err)
	}
	if _, err := tryRestore(t, w.Path, place(t, "sqlite"), disk(t)); err == nil || !strings.Contains(err.Error(), "it is encrypted: name the file") {
		t.Errorf("restored without the identity: %v", err)
	}
	archive, err := backup.Open(w.Path, keys(t, nil, identity))
	noError(t, err)
	defer archive.Close()
	_, err = backup.Restore(t.Context(), archive, place(t, "sqlite"), disk(t), nil)
	noError(t, err)
}

// Wrong keys are named by their setting, and never repeated.
func TestKeysWrong(t *testing.T) {
	recipient, identity := keyPair(t)
	_, otherIdentity := keyPair(t)
	secret, err := os.ReadFile(identity)
	noError(t, err)
	_, private, _ := strings.Cut(strings.TrimSpace(string(secret)), "\n")
	for name, test := range map[string]struct {
		recipients []string
		identity   string
		want       string
	}{
		"no key":            {[]string{recipient, "someone"}, "", "--backup-recipient has no public key of age at position 2"},
		"empty":             {[]string{""}, "", "at position 1"},
		"two in one":        {[]string{recipient + "\n" + recipient}, "", "at position 1"},
		"the private one":   {[]string{private}, "", "at position 1"},
		"no file":           {nil, filepath.Join(t.TempDir(), "none"), "--backup-identity: "},
		"no identity in it": {nil, "testing_test.go", "is no identity file of age"},
		"of another":        {[]string{recipient}, otherIdentity, "--backup-identity belongs to no --backup-recipient"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := backup.NewKeys(test.recipients, test.identity)
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), private) || strings.Contains(err.Error(), "someone") {
				t.Errorf("it says %v, want %q", err, test.want)
			}
		})
	}
}
