package media

import (
	"context"
	"crypto/md5"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/minio/minio-go/v7"

	"github.com/vitrine-directory/vitrine/internal/buckettest"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/s3"
)

func openBucket(t *testing.T, s *buckettest.Server) *Bucket {
	t.Helper()
	bucket, err := OpenBucket(t.Context(), s.Options())
	noError(t, err)
	t.Cleanup(func() { bucket.Close() })
	return bucket
}

// watched are the options of this server behind a proxy that sees each request.
func watched(t *testing.T, server *buckettest.Server, see func(r *http.Request)) s3.Options {
	t.Helper()
	return server.Behind(t, func(w http.ResponseWriter, r *http.Request, pass http.Handler) {
		see(r)
		pass.ServeHTTP(w, r)
	})
}

// A wrong setting of the bucket is named at the start.
func TestBucketWrongSetting(t *testing.T) {
	server := buckettest.Start(t)
	deaf := &url.URL{Scheme: "http", Host: "127.0.0.1:1"}
	for setting, change := range map[string]func(o *s3.Options){
		"--s3-endpoint":   func(o *s3.Options) { o.Endpoint = deaf },
		"--s3-bucket":     func(o *s3.Options) { o.Bucket = "nowhere" },
		"--s3-access-key": func(o *s3.Options) { o.AccessKey = "nobody" },
		"--s3-secret-key": func(o *s3.Options) { o.SecretKey = "hush-hush" },
	} {
		o := server.Options()
		change(&o)
		for name, open := range map[string]func(context.Context, s3.Options) (*Bucket, error){"open": OpenBucket, "read": ReadBucket} {
			bucket, err := open(t.Context(), o)
			if err == nil {
				bucket.Close()
				t.Errorf("%s: a wrong %s was accepted", name, setting)
				continue
			}
			if !strings.HasPrefix(err.Error(), setting+" ") || errors.As(err, new(*fault.Fault)) || strings.Contains(err.Error(), "hush") || strings.Contains(err.Error(), server.SecretKey) {
				t.Errorf("%s: a wrong %s is reported as %v", name, setting, err)
			}
		}
	}
}

// A bucket that is opened for reading is never written to.
func TestBucketReadOnly(t *testing.T) {
	server := buckettest.Start(t)
	put(t, openBucket(t, server))
	bucket, err := ReadBucket(t.Context(), watched(t, server, func(r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			t.Errorf("%s %s was sent", r.Method, r.URL)
		}
	}))
	noError(t, err)
	defer bucket.Close()
	if names, err := bucket.Names(t.Context()); err != nil || len(names) != 1 || names[0] != storedName {
		t.Errorf("it has %v, %v", names, err)
	}
}

// A bucket that goes away is a bad gateway, and what was served is still served.
func TestBucketUnavailable(t *testing.T) {
	server := buckettest.Start(t)
	bucket := openBucket(t, server)
	put(t, bucket)
	same(t, "before", ask(bucket, http.MethodGet, Path+storedName).StatusCode, 200)
	server.Stop()
	if err := bucket.Put(t.Context(), storedName, []byte(stored)); !fault.Is(err, fault.BadGateway) {
		t.Errorf("put: %v", err)
	}
	same(t, "served before", ask(bucket, http.MethodGet, Path+storedName).StatusCode, 200)
	unknown := Path + strings.Repeat("c", 64) + ".jpg"
	mustRetryLater(t, ask(bucket, http.MethodGet, unknown))
}

// A fetch from the bucket goes on when its first caller leaves.
func TestBucketFetchCancelled(t *testing.T) {
	bucket := openBucket(t, buckettest.Start(t))
	put(t, bucket)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if data, err := bucket.fetch(ctx, storedName); string(data) != stored || err != nil {
		t.Errorf("%q, %v", data, err)
	}
}

// An upload carries the MD5 of its content, against which the bucket checks what has arrived.
func TestBucketPutMD5(t *testing.T) {
	server := buckettest.Start(t)
	sent := ""
	bucket, err := OpenBucket(t.Context(), watched(t, server, func(r *http.Request) {
		if r.Method == http.MethodPut {
			sent = r.Header.Get("Content-Md5")
		}
	}))
	noError(t, err)
	defer bucket.Close()
	put(t, bucket)
	sum := md5.Sum([]byte(stored))
	same(t, "the MD5 that was sent", sent, base64.StdEncoding.EncodeToString(sum[:]))
}

// A file that does not match its name is served to nobody.
func TestBucketWrongContent(t *testing.T) {
	server := buckettest.Start(t)
	bucket := openBucket(t, server)
	put(t, bucket)
	const wrong = "otherwise"
	_, err := server.Client(t).PutObject(t.Context(), server.Bucket, key(storedName), strings.NewReader(wrong), int64(len(wrong)), minio.PutObjectOptions{})
	noError(t, err)
	mustBeMissing(t, bucket, Path+storedName)
	if _, err := bucket.Open(t.Context(), storedName); !errors.Is(err, ErrDamaged) || !fault.Is(err, fault.BadGateway) {
		t.Errorf("opened: %v", err)
	}
	if whole, err := IsWhole(t.Context(), bucket, storedName); whole || err != nil {
		t.Errorf("whole: %v, %v", whole, err)
	}
	put(t, bucket)
	same(t, "put again", ask(bucket, http.MethodGet, Path+storedName).StatusCode, 200)
}
