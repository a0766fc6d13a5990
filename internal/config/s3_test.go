package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

// bucket returns the arguments of serve with a complete bucket, apart from the given changes.
func bucket(changes ...string) []string {
	settings := map[string]string{"--s3-endpoint": "https://s3.example:9000", "--s3-bucket": "pictures", "--s3-access-key": "key", "--s3-secret-key": "hush"}
	for i := 0; i+1 < len(changes); i += 2 {
		settings[changes[i]] = changes[i+1]
	}
	args := []string{"serve"}
	for flag, value := range settings {
		args = append(args, flag, value)
	}
	return args
}

// A bucket has four settings.
func TestS3Settings(t *testing.T) {
	s := accepted(t, bucket()...).Serve
	endpoint, err := s.Endpoint()
	if err != nil || endpoint.Host != "s3.example:9000" || endpoint.Scheme != "https" || !s.Used() || s.S3SecretKey.Reveal() != "hush" {
		t.Errorf("got %v, %v and %+v", endpoint, err, s.S3)
	}
	if accepted(t, "serve").Serve.Used() {
		t.Error("it is used without the settings")
	}
	endpoint, err = accepted(t, bucket("--s3-endpoint", "s3.example")...).Serve.Endpoint()
	if err != nil || endpoint.String() != "https://s3.example" {
		t.Errorf("a bare host is %v, %v", endpoint, err)
	}
}

// The error for a missing or invalid bucket setting names the setting and does not contain any value.
func TestS3SettingErrors(t *testing.T) {
	for _, flag := range []string{"--s3-endpoint", "--s3-bucket", "--s3-access-key", "--s3-secret-key"} {
		mustRefuse(t, flag, bucket(flag, "")...)
	}
	for _, endpoint := range []string{"ftp://s3.example", "https://", "https://s3.example/bucket", "https://user:hush@s3.example", "https://s3.example?x=hush", "::"} {
		mustRefuse(t, "--s3-endpoint", bucket("--s3-endpoint", endpoint)...)
	}
}

// A secret is redacted when it is printed, logged or marshalled.
func TestSecretRedacted(t *testing.T) {
	settings := S3{S3Bucket: "pictures", S3SecretKey: "hush"}
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("start", "settings", settings, "key", settings.S3SecretKey)
	slog.New(slog.NewTextHandler(&log, nil)).Info("start", "settings", settings, "key", settings.S3SecretKey)
	text, err := json.Marshal(settings)
	if err != nil {
		t.Fatal(err)
	}
	printed := log.String() + string(text) + fmt.Sprintf("%v %+v %#v %s %q %x", settings, settings, settings, settings.S3SecretKey, settings.S3SecretKey, settings.S3SecretKey)
	if strings.Contains(printed, "hush") || strings.Contains(printed, fmt.Sprintf("%x", "hush")) || !strings.Contains(printed, hidden) {
		t.Errorf("printed %s", printed)
	}
	if Secret("").String() != "" {
		t.Error("an empty secret is printed as if it were set")
	}
}
