package newsletter

// CurrentConsent returns the sentence that subscribers agree to now.
func CurrentConsent() string { return consents[currentConsent] }
