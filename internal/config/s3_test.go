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
	line, err := parse(t, bucket()...)
	if err != nil {
		t.Fatal(err)
	}
	endpoint, err := line.Serve.Endpoint()
	if err != nil || endpoint.Host != "s3.example:9000" || endpoint.Scheme != "https" || !line.Serve.Used() || line.Serve.S3SecretKey.Reveal() != "hush" {
		t.Errorf("got %v, %v and %+v", endpoint, err, line.Serve.S3)
	}
	if line, err = parse(t, "serve"); err != nil || line.Serve.Used() {
		t.Errorf("without the settings: %v, used %v", err, line.Serve.Used())
	}
	if line, err = parse(t, bucket("--s3-endpoint", "s3.example")...); err != nil {
		t.Error(err)
	} else if endpoint, err := line.Serve.Endpoint(); err != nil || endpoint.String() != "https://s3.example" {
		t.Errorf("a bare host is %v, %v", endpoint, err)
	}
}

// The error for a missing or invalid bucket setting names the setting and does not contain any value.
func TestS3SettingErrors(t *testing.T) {
	for _, flag := range []string{"--s3-endpoint", "--s3-bucket", "--s3-access-key", "--s3-secret-key"} {
		if _, err := parse(t, bucket(flag, "")...); err == nil || !strings.Contains(err.Error(), flag) || strings.Contains(err.Error(), "hush") {
			t.Errorf("without %s: %v", flag, err)
		}
	}
	for _, endpoint := range []string{"ftp://s3.example", "https://", "https://s3.example/bucket", "https://user:hush@s3.example", "https://s3.example?x=hush", "::"} {
		if _, err := parse(t, bucket("--s3-endpoint", endpoint)...); err == nil || !strings.Contains(err.Error(), "--s3-endpoint") || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: %v", endpoint, err)
		}
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
