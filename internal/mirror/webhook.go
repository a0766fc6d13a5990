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

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// The headers of a delivery (Standard Webhooks, https://www.standardwebhooks.com).
const (
	idHeader        = "Webhook-Id"
	timestampHeader = "Webhook-Timestamp"
	signatureHeader = "Webhook-Signature"
)

// Tolerance is how far the timestamp of a delivery may be from our clock.
const Tolerance = 5 * time.Minute

// maxSignatures bounds how many signatures of a delivery are checked: senders that rotate their secret send two.
const maxSignatures = 8

var deliveryID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// sign returns the signature of a delivery: HMAC-SHA256 of id, timestamp and body, joined by dots.
func sign(secret []byte, id, timestamp string, body []byte) string {
	mac := hmac.New(sha256.New, secret)
	fmt.Fprintf(mac, "%s.%s.", id, timestamp)
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// CheckHeader refuses a delivery by its headers alone. Without a signature it is Unauthorized; with a header twice it
// is a BadRequest, because only one of the two was signed.
func CheckHeader(header http.Header) error {
	if header.Get(signatureHeader) == "" {
		return errNotSigned()
	}
	for _, name := range []string{idHeader, timestampHeader, signatureHeader} {
		if len(header[name]) > 1 {
			return fault.New(fault.BadRequest, "This delivery has more than one "+name+" header.")
		}
	}
	return nil
}

// errNotSigned is the fault for every refused delivery. It does not tell the sender why.
func errNotSigned() error {
	return fault.New(fault.Unauthorized, "This delivery is not signed with the secret of the webhook, or it is too old.")
}

// verify returns a delivery's id if one of the secrets has signed it and its timestamp is near our clock. Everything
// else is Unauthorized, without a reason.
func (m *Mirror) verify(header http.Header, body []byte, now time.Time) (id string, err error) {
	refused := errNotSigned()
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
