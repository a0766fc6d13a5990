package buckettest

import (
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
			t.Errorf("%s was let in", name)
		}
	}
}
