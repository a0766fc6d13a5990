package inbox

import (
	"crypto/sha256"
	"math/bits"
	"strings"

	"vitrine/internal/fault"
)

// WorkBits is how many zero bits the work's hash begins with: 65,536 tries on average, a moment for a browser that does
// it once and hours of a processor for a hundred thousand submissions. Nobody has to read distorted letters for it.
const WorkBits = 16

const (
	workPrefix = "vitrine submission\n"
	maxNonce   = 20
)

// workDone reports whether somebody has looked for a number whose text, after the website's, has such a hash. The work
// counts for this website only; it needs no secret and no clock, so every copy of the program accepts it.
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
