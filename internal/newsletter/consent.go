package newsletter

// consents are the sentences that forms have shown, by version. A changed sentence is a new version: a subscriber's row
// says which one they agreed to.
var consents = map[string]string{
	"2026-11": "At most one email a week with new AI tools and deals. Unsubscribe with one click.",
}

// currentConsent is the version that the forms show now (web/src/public/newsletter/consent.ts).
const currentConsent = "2026-11"

// consentShown returns what a subscriber agreed to: the sentence with its version, or the proof of an import.
func consentShown(stored string) string {
	if sentence := consents[stored]; sentence != "" {
		return stored + ": " + sentence
	}
	return stored
}
