// Package s3 connects to a bucket of S3 or a compatible server, and names the setting behind a call that failed.
//
// # To change
//
//   - how the program connects: here; go test ./internal/media ./internal/backup -run Bucket
package s3

import (
	"errors"
	"fmt"
	"net/url"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// tries is how often a call is tried.
const tries = 3

// Options identify a bucket and hold its credentials.
type Options struct {
	Endpoint  *url.URL // http or https, host and port
	Bucket    string
	AccessKey string
	SecretKey string
	Flags     Flags
}

// Flags are the names of the settings that the options come from, for errors.
type Flags struct{ Endpoint, Bucket, AccessKey, SecretKey string }

// UploadFlags are the settings of the bucket for uploads.
var UploadFlags = Flags{Endpoint: "--s3-endpoint", Bucket: "--s3-bucket", AccessKey: "--s3-access-key", SecretKey: "--s3-secret-key"}

// Connect returns a client. It makes no call.
func Connect(o Options) (*minio.Core, error) {
	client, err := minio.NewCore(o.Endpoint.Host, &minio.Options{
		Creds: credentials.NewStaticV4(o.AccessKey, o.SecretKey, ""), Secure: o.Endpoint.Scheme == "https", MaxRetries: tries,
	})
	if err != nil {
		return nil, fmt.Errorf("%s cannot be used: %w", o.Flags.Endpoint, err)
	}
	return client, nil
}

// Explain returns an error that names the setting behind a failed call. The codes are S3's:
// https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
func (f Flags) Explain(err error) error {
	var answer minio.ErrorResponse
	if !errors.As(err, &answer) {
		return fmt.Errorf("%s can't be reached: %w", f.Endpoint, err)
	}
	switch answer.Code {
	case "NoSuchBucket", "InvalidBucketName":
		return fmt.Errorf("%s names a bucket that does not exist at %s: %w", f.Bucket, f.Endpoint, err)
	case "InvalidAccessKeyId":
		return fmt.Errorf("%s is unknown at %s: %w", f.AccessKey, f.Endpoint, err)
	case "SignatureDoesNotMatch":
		return fmt.Errorf("%s does not match %s: %w", f.SecretKey, f.AccessKey, err)
	case "AccessDenied":
		return fmt.Errorf("%s has no permission for this in %s: %w", f.AccessKey, f.Bucket, err)
	}
	return fmt.Errorf("%s gave an answer that no S3 server gives: %w", f.Endpoint, err)
}
