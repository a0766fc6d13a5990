package config

import (
	"errors"
	"net/url"
	"strings"
)

// S3 configures the bucket for uploads. Set all four fields, or none to store uploads in the data folder.
type S3 struct {
	S3Endpoint  string `name:"s3-endpoint" env:"VITRINE_S3_ENDPOINT" help:"S3-compatible endpoint to store uploads in: https://host. Empty: the data folder." placeholder:"URL"`
	S3Bucket    string `name:"s3-bucket" env:"VITRINE_S3_BUCKET" help:"Bucket for uploads. It must exist." placeholder:"NAME"`
	S3AccessKey string `name:"s3-access-key" env:"VITRINE_S3_ACCESS_KEY" help:"Access key for the bucket." placeholder:"KEY"`
	S3SecretKey Secret `name:"s3-secret-key" env:"VITRINE_S3_SECRET_KEY" help:"Secret key for the bucket. Set it in the environment." placeholder:"KEY"`
}

// Used reports whether uploads are stored in a bucket.
func (s *S3) Used() bool { return s.S3Endpoint != "" }

// Endpoint returns the URL of the service: a scheme, a host and an optional port.
func (s *S3) Endpoint() (*url.URL, error) { return endpointOf("--s3-endpoint", s.S3Endpoint) }

func endpointOf(flag, text string) (*url.URL, error) {
	if !strings.Contains(text, "://") {
		text = "https://" + text
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.User != nil {
		return nil, errors.New(flag + " must be http:// or https:// and a host, for example https://s3.eu-central-1.amazonaws.com; the bucket has a setting of its own")
	}
	return u, nil
}

// Validate requires all settings or none; kong calls it.
func (s *S3) Validate() error {
	given := []struct {
		flag string
		is   bool
	}{
		{"--s3-endpoint", s.S3Endpoint != ""}, {"--s3-bucket", s.S3Bucket != ""},
		{"--s3-access-key", s.S3AccessKey != ""}, {"--s3-secret-key", s.S3SecretKey != ""},
	}
	var missing []string
	for _, setting := range given {
		if !setting.is {
			missing = append(missing, setting.flag)
		}
	}
	switch len(missing) {
	case len(given):
		return nil
	case 0:
		_, err := s.Endpoint()
		return err
	}
	return errors.New("to store uploads in a bucket, set " + strings.Join(missing, " and ") + " too")
}
