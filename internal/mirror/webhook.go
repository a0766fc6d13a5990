package mirror

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"vitrine/internal/fault"
)

// The header lines of a delivery (Standard Webhooks, https://www.standardwebhooks.com).
const (
	idHeader        = "Webhook-Id"
	timestampHeader = "Webhook-Timestamp"
	signatureHeader = "Webhook-Signature"
)

// Tolerance is how far the time of a delivery may be from ours.
const Tolerance = 5 * time.Minute

// LeastSecret is the least length of a webhook's secret, in bytes.
const LeastSecret = 24

// maxSignatures is how many signatures of a delivery are looked at: senders that change their secret send two.
const maxSignatures = 8

var deliveryID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// Secret reads a webhook's secret: as Standard Webhooks writes it, whsec_ and base64, or any text.
func Secret(text string) ([]byte, error) {
	secret := []byte(text)
	if encoded, found := strings.CutPrefix(text, "whsec_"); found {
		var err error
		if secret, err = base64.StdEncoding.DecodeString(encoded); err != nil {
			return nil, fmt.Errorf("what follows whsec_ is not base64")
		}
	}
	if len(secret) < LeastSecret {
		return nil, fmt.Errorf("it has %d bytes, and needs %d", len(secret), LeastSecret)
	}
	return secret, nil
}

// sign is the signature of a delivery: HMAC-SHA256 of id, time and body, with a dot between them.
func sign(secret []byte, id, timestamp string, body []byte) string {
	mac := hmac.New(sha256.New, secret)
	fmt.Fprintf(mac, "%s.%s.", id, timestamp)
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// Verify tells who sends a delivery: its id, when one of the secrets has signed it and its time is near ours. Everything
// else is Unauthorized, and does not say why.
func (m *Mirror) Verify(header http.Header, body []byte, now time.Time) (id string, err error) {
	refused := fault.New(fault.Unauthorized, "This delivery is not signed with the secret of the webhook, or it is too old.")
	id = header.Get(idHeader)
	timestamp := header.Get(timestampHeader)
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || !deliveryID.MatchString(id) || now.Sub(time.Unix(seconds, 0)).Abs() > Tolerance {
		return "", refused
	}
	given := strings.Fields(header.Get(signatureHeader))
	for _, signature := range given[:min(len(given), maxSignatures)] {
		for _, secret := range m.options.Secrets {
			if hmac.Equal([]byte(signature), []byte(sign(secret, id, timestamp, body))) {
				return id, nil
			}
		}
	}
	return "", refused
}
