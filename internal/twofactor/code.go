package twofactor

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"image/png"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"
)

// What all authenticator apps assume: a new code of six digits each 30 seconds, by HMAC-SHA1 (RFC 6238).
const (
	period      = 30  // seconds
	secretBytes = 20  // RFC 4226 recommends 160 bits
	skew        = 1   // steps before and after now whose codes are right too: clocks differ, and people type slowly
	qrSize      = 232 // pixels
)

// A recovery code has 80 random bits, so a plain hash of it cannot be guessed.
const (
	recoveryCodes  = 10
	recoveryLength = 16 // characters of base32
)

var characters = base32.StdEncoding.WithPadding(base32.NoPadding)

func random(bytes int) []byte {
	bits := make([]byte, bytes)
	_, _ = rand.Read(bits) // never fails: without a source of randomness the program crashes
	return bits
}

func newSecret() string { return characters.EncodeToString(random(secretBytes)) }

// newRecoveryCode returns a code as people read it, in groups of four.
func newRecoveryCode() string {
	text := characters.EncodeToString(random(recoveryLength * 5 / 8))
	return text[:4] + "-" + text[4:8] + "-" + text[8:12] + "-" + text[12:]
}

// plain returns a typed code without what people put between its characters.
func plain(typed string) string {
	return strings.NewReplacer(" ", "", "-", "").Replace(strings.ToUpper(typed))
}

func hashOf(userID int64, code string) string {
	sum := sha256.Sum256([]byte("recovery code of " + strconv.FormatInt(userID, 10) + "\n" + code))
	return hex.EncodeToString(sum[:])
}

// stepOf returns the time step whose code was typed: the latest one, if several have the same. 0: the code is wrong.
func stepOf(secret, typed string, now time.Time) (step int64) {
	at := now.Unix() / period
	for s := at - skew; s <= at+skew; s++ {
		code, err := totp.GenerateCode(secret, time.Unix(s*period, 0))
		if err == nil && subtle.ConstantTimeCompare([]byte(code), []byte(typed)) == 1 {
			step = s
		}
	}
	return step
}

// SetUp is what an authenticator app reads.
type SetUp struct {
	Secret string `json:"secret" doc:"To type instead of reading the image"`
	URL    string `json:"url" doc:"What the image says: an otpauth URL"`
	Image  string `json:"image" doc:"QR code, as a data URL"`
}

// SetUpOf returns what an app reads: the secret of an account at a site.
func SetUpOf(secret, site, email string) (SetUp, error) {
	site = strings.ReplaceAll(site, ":", " ") // which ends it in the label
	query := url.Values{"secret": {secret}, "issuer": {site}, "algorithm": {"SHA1"}, "digits": {"6"}, "period": {strconv.Itoa(period)}}
	address := url.URL{Scheme: "otpauth", Host: "totp", Path: "/" + site + ":" + email, RawQuery: strings.ReplaceAll(query.Encode(), "+", "%20")}
	key, err := otp.NewKeyFromURL(address.String()) // totp.Generate breaks a name with an ampersand
	if err != nil {
		return SetUp{}, fmt.Errorf("describe a second factor: %w", err)
	}
	picture, err := key.Image(qrSize, qrSize)
	if err != nil {
		return SetUp{}, fmt.Errorf("draw a QR code: %w", err)
	}
	var file bytes.Buffer
	if err := png.Encode(&file, picture); err != nil {
		return SetUp{}, fmt.Errorf("draw a QR code: %w", err)
	}
	return SetUp{secret, key.URL(), "data:image/png;base64," + base64.StdEncoding.EncodeToString(file.Bytes())}, nil
}
