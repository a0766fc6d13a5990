package buckettest

import (
	"crypto/md5"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// The server checks signatures.
func TestServerSignatures(t *testing.T) {
	s := Start(t)
	if found, err := s.Client(t).BucketExists(t.Context(), s.Bucket); err != nil || !found {
		t.Errorf("with the right key: %v, %v", found, err)
	}
	for name, keys := range map[string][2]string{"a wrong secret": {s.AccessKey, "wrong"}, "an unknown key": {"nobody", s.SecretKey}} {
		client, err := minio.New(s.Endpoint.Host, &minio.Options{Creds: credentials.NewStaticV4(keys[0], keys[1], "")})
		if err != nil {
			t.Fatal(err)
		}
		if found, err := client.BucketExists(t.Context(), s.Bucket); err == nil && found {
			t.Errorf("%s was accepted", name)
		}
	}
}

// The server refuses content that does not match its Content-MD5.
func TestServerChecksums(t *testing.T) {
	s := Start(t)
	core := minio.Core{Client: s.Client(t)}
	for content, stored := range map[string]bool{"as sent": true, "another": false} {
		sum := md5.Sum([]byte("as sent"))
		_, err := core.PutObject(t.Context(), s.Bucket, "uploads/a", strings.NewReader(content), int64(len(content)),
			base64.StdEncoding.EncodeToString(sum[:]), "", minio.PutObjectOptions{})
		if (err == nil) != stored {
			t.Errorf("%q: %v", content, err)
		}
		if !stored && minio.ToErrorResponse(err).Code != "BadDigest" {
			t.Errorf("%q: %v", content, err)
		}
	}
}
