package main

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/buckettest"
	"github.com/vitrine-directory/vitrine/internal/config"
)

func bucketOf(s *buckettest.Server) config.S3 {
	return config.S3{S3Endpoint: s.Endpoint.String(), S3Bucket: s.Bucket, S3AccessKey: s.AccessKey, S3SecretKey: config.Secret(s.SecretKey)}
}

// A site with a wrong bucket does not open, and says which setting is wrong.
func TestServeWrongBucket(t *testing.T) {
	t.Parallel()
	settings := bucketOf(buckettest.Start(t))
	settings.S3SecretKey = "not the one"
	err := serve(t.Context(), config.Serve{Database: config.Database{Data: t.TempDir()}, S3: settings, Addr: buckettest.FreeAddress(t), SiteName: "Test"})
	if err == nil || !strings.HasPrefix(err.Error(), "--s3-secret-key ") || strings.Contains(err.Error(), "not the one") {
		t.Errorf("got %v", err)
	}
}

// A site with a bucket serves its uploads from there, and makes no folder for them.
func TestServeWithBucket(t *testing.T) {
	t.Parallel()
	data, address, bucket := t.TempDir(), buckettest.FreeAddress(t), bucketOf(buckettest.Start(t))
	open(t, config.Serve{Database: config.Database{Data: data}, S3: bucket, Addr: address, Demo: true})
	served := 0
	for _, product := range products(t, address) {
		var p struct{ Logo string }
		noError(t, json.Unmarshal(product, &p))
		if strings.HasPrefix(p.Logo, "/uploads/") {
			served++
			if got := status("http://" + address + p.Logo); got != http.StatusOK {
				t.Errorf("%s: %d", p.Logo, got)
			}
		}
	}
	if served == 0 {
		t.Error("no product has a logo")
	}
	if _, err := os.Stat(filepath.Join(data, "uploads")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is a folder for uploads: %v", err)
	}
}
