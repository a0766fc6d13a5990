package inbox

import (
	"crypto/sha256"
	"math/bits"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// WorkBits is the number of leading zero bits required of the hash: 65,536 attempts on average. That is a moment for
// one browser, and hours of CPU time for a hundred thousand submissions. It replaces a CAPTCHA.
const WorkBits = 16

const (
	workPrefix = "vitrine submission\n"
	maxNonce   = 20
)

// workDone reports whether the hash of the website and the nonce has enough leading zero bits. The work is valid for
// this website only; it needs no secret and no clock, so every process accepts it.
func workDone(website, nonce string) bool {
	if nonce == "" || len(nonce) > maxNonce || strings.Trim(nonce, "0123456789") != "" {
		return false
	}
	sum := sha256.Sum256([]byte(workPrefix + website + "\n" + nonce))
	zeros := 0
	for _, b := range sum {
		zeros += bits.LeadingZeros8(b)
		if b != 0 {
			break
		}
	}
	return zeros >= WorkBits
}

func errNoWork() error {
	f := fault.New(fault.Invalid, "The browser check is missing. Please submit from the page with JavaScript turned on.")
	f.Code, f.Fields = "no_work", []fault.Field{{Field: "work", Message: f.Message}}
	return f
}
