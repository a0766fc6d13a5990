package httpapi

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/idempotency"
	"github.com/vitrine-directory/vitrine/internal/source"
)

// idempotencyKey is the header that identifies a retried request:
// https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
const idempotencyKey = "Idempotency-Key"

// maxIdempotencyKey is the maximum length of a key.
const maxIdempotencyKey = 200

// digestBody computes the digest of the body of a request with a key.
func (c *Call) digestBody(body []byte) {
	if c.Request.Header[idempotencyKey] != nil {
		c.digest = hashOf(string(body))
	}
}

// useIdempotencyKey passes the request's key, if any, to the store, which records the first result.
func (c *Call) useIdempotencyKey() error {
	keys := c.Request.Header[idempotencyKey]
	if len(keys) == 0 {
		return nil
	}
	if len(keys) > 1 || !goodKey(keys[0]) {
		return fault.New(fault.BadRequest, "The Idempotency-Key header must be one value of 1 to 200 visible ASCII characters.")
	}
	sender := c.By
	if sender == "" { // a stranger may guess the key of another one, and must not get the answer to their request
		sender = source.Of(c.Client()).String()
	}
	who := strings.Join([]string{sender, c.Request.Method, c.Request.URL.Path, keys[0]}, "\n")
	ctx := idempotency.With(c.Ctx(), idempotency.Key{Hash: hashOf(who), Digest: c.digest})
	c.Request = c.Request.WithContext(ctx)
	return nil
}

func goodKey(key string) bool {
	odd := func(r rune) bool { return r <= ' ' || r > '~' }
	return key != "" && len(key) <= maxIdempotencyKey && !strings.ContainsFunc(key, odd)
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
