package backup_test

import (
	"bytes"
	"crypto/rand"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"

	"github.com/vitrine-directory/vitrine/internal/backup"
	"github.com/vitrine-directory/vitrine/internal/buckettest"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/theme"
)

// bucketOf returns the prefix a/b of a server's bucket for the backups of an empty site, whose clock goes on by an hour with each look.
func bucketOf(t *testing.T, server *buckettest.Server) backup.Bucket {
	t.Helper()
	f := folder(t, 0)
	return backup.Bucket{Site: f.Site, S3: server.Options(), Prefix: "a/b", Now: f.Now}
}

func writeTo(t *testing.T, b backup.Bucket) backup.Written {
	t.Helper()
	return must(b.Write(t.Context(), backup.Asked))(t)
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
	noError(t, errOf(server.Client(t).PutObject(t.Context(), server.Bucket, key, bytes.NewReader(content), int64(len(content)), minio.PutObjectOptions{})))
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

// A backup in a bucket, encrypted or not, is restored to the other engine, whole and equal. One takes several blocks.
func TestBucketRoundTrip(t *testing.T) {
	t.Parallel()
	server := buckettest.Start(t)
	recipient, identity := buckettest.KeyPair(t)
	other, _ := buckettest.KeyPair(t)
	for name, test := range map[string]struct {
		here, there string
		write       backup.Keys
		read        backup.Keys
		ending      string
		uploads     int // of 9 MB
	}{
		"plain":                   {"sqlite", "postgres", backup.Keys{}, backup.Keys{}, ".zip", 1},
		"encrypted":               {"postgres", "sqlite", keys(t, []string{other, recipient}, ""), keys(t, nil, identity), ".zip.age", 4},
		"encrypted with identity": {"sqlite", "sqlite", keys(t, []string{recipient}, identity), keys(t, nil, identity), ".zip.age", 1},
	} {
		t.Run(name, func(t *testing.T) {
			here, files := place(t, test.here), disk(t)
			s := storetest.Filled(t, here)
			for range test.uploads {
				upload(t, here, files, strings.Repeat(rand.Text(), 9<<20/26))
			}
			b := backup.Bucket{Site: backup.Site{DB: s.DB, Files: files, CustomCSS: style(t, here.DataDir, name), Program: "test", Keys: test.write}, S3: server.Options(), Prefix: test.here + "/" + test.there}
			first := writeTo(t, b)
			if first.Size < int64(test.uploads)*8<<20 || !strings.HasPrefix(first.Path, "s3://"+server.Bucket+"/"+b.Prefix+"/vitrine-backup-2") || !strings.HasSuffix(first.Path, test.ending) ||
				first.ChecksumOnly != (test.write.Encrypt() && !test.write.Decrypt()) {
				t.Errorf("wrote %s, %d bytes, checksum only: %v", first.Path, first.Size, first.ChecksumOnly)
			}
			there, empty := place(t, test.there), disk(t)
			noError(t, restoreFrom(t, backup.Bucket{Site: backup.Site{Keys: test.read}, S3: b.S3, Prefix: b.Prefix}, "", there, empty))
			second := written(t, storetest.OpenAt(t, there), empty)
			same(t, "tables", second.Manifest.Tables, leftOut(first.Manifest.Tables))
			same(t, "uploads", second.Manifest.Uploads, first.Manifest.Uploads)
			same(t, "custom.css", contentOf(t, theme.CustomCSSPath(there.DataDir)), name)
			same(t, "the newest", must(b.Newest(t.Context()))(t).Path, first.Path)
		})
	}
}

func TestBucket(t *testing.T) {
	inParallel(t, map[string]func(t *testing.T){
		"keeps only the newest backups, and leaves alone what is not ours or below another prefix": func(t *testing.T) {
			server := buckettest.Start(t)
			b := bucketOf(t, server)
			b.Keep = 2
			var want []string
			for _, key := range []string{"vitrine-backup-20200101-000000.000.zip", "a/vitrine-backup-20200101-000000.000.zip", "a/b/c/vitrine-backup-20200101-000000.000.zip",
				"a/b/vitrine-backup-20200101-000000.000.zip.old", "a/b/vitrine-backup-latest.zip", "a/b/vitrine-before-sync-20200101-000000.000.zip", "a/b/vitrine-notes/x", "a/bb/x"} {
				put(t, server, key, []byte("mine"))
				want = append(want, key)
			}
			recipient, _ := buckettest.KeyPair(t)
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
		},
		"loses what a killed process left of an upload after a day, but no uploads of others": func(t *testing.T) {
			server := buckettest.Start(t)
			b := bucketOf(t, server)
			left, mine := "a/b/vitrine-backup-20990101-000000.000.zip", "a/b/vitrine-notes"
			client := minio.Core{Client: server.Client(t)}
			for _, key := range []string{left, mine} {
				id := must(client.NewMultipartUpload(t.Context(), server.Bucket, key, minio.PutObjectOptions{}))(t)
				noError(t, errOf(client.PutObjectPart(t.Context(), server.Bucket, key, id, 1, strings.NewReader("half"), 4, minio.PutObjectPartOptions{})))
			}
			same(t, "the newest", must(b.Newest(t.Context()))(t).Path, "")
			for _, step := range []struct {
				age  time.Duration
				want []string
			}{{23 * time.Hour, []string{left, mine}}, {25 * time.Hour, []string{mine}}} {
				b.Now = func() time.Time { return time.Now().Add(step.age) }
				writeTo(t, b)
				_, unfinished := keysIn(t, server)
				same(t, "unfinished objects", unfinished, step.want)
			}
		},
		"is probed, which names what is wrong and leaves nothing": func(t *testing.T) {
			server := buckettest.Start(t)
			b := bucketOf(t, server)
			noError(t, b.Probe(t.Context()))
			b.S3 = server.WithoutRights(t)
			wantError(t, b.Probe(t.Context()), "--s3-access-key has no permission")
			objects, unfinished := keysIn(t, server)
			same(t, "what is left", append(objects, unfinished...), []string{})
		},
		"has uploads that are backed up, and restored to a bucket or a folder": func(t *testing.T) {
			bucket := func() media.Files {
				server := buckettest.Start(t)
				b := must(media.OpenBucket(t.Context(), server.Options()))(t)
				t.Cleanup(func() { b.Close() })
				return b
			}
			here, files := place(t, "postgres"), bucket()
			s := storetest.Filled(t, here)
			upload(t, here, files, "one picture")
			upload(t, here, files, "another picture")
			archive := written(t, s, files)
			same(t, "uploads", len(archive.Manifest.Uploads), 2)
			for _, empty := range []media.Files{bucket(), disk(t)} {
				there := place(t, "sqlite")
				restored(t, archive.Path, there, empty)
				same(t, "uploads", written(t, storetest.OpenAt(t, there), empty).Manifest.Uploads, archive.Manifest.Uploads)
			}
		},
	})
}
