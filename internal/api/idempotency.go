package api

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/idempotency"
)

// idempotencyKey is the header by which a request that is sent again is known:
// https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
const idempotencyKey = "Idempotency-Key"

// maxIdempotencyKey is how many characters a key may have.
const maxIdempotencyKey = 200

// digestBody notes the digest of the body of a request that has a key.
func (c *call) digestBody(body []byte) {
	if c.request.Header[idempotencyKey] != nil {
		c.digest = hashOf(string(body))
	}
}

// knowAgain has the store remember the request, if it has a key, and answer it as it was answered before.
func (c *call) knowAgain() error {
	keys := c.request.Header[idempotencyKey]
	if len(keys) == 0 {
		return nil
	}
	if len(keys) > 1 || !goodKey(keys[0]) {
		return fault.New(fault.BadRequest, "The Idempotency-Key header must be one value of 1 to 200 visible ASCII characters.")
	}
	who := strings.Join([]string{c.by, c.request.Method, c.request.URL.Path, keys[0]}, "\n")
	ctx := idempotency.With(c.request.Context(), idempotency.Key{Hash: hashOf(who), Digest: c.digest})
	c.request = c.request.WithContext(ctx)
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
