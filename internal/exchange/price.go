package exchange

import (
	"regexp"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// priceWords maps price words of other catalogues, in lower case, with letters and digits only.
var priceWords = map[string]catalog.Type{
	"free":                catalog.Free,
	"open source":         catalog.Free,
	"free open source":    catalog.Free,
	"free and open":       catalog.Free,
	"completely free":     catalog.Free,
	"100 free":            catalog.Free,
	"freemium":            catalog.Freemium,
	"free trial":          catalog.Freemium,
	"trial":               catalog.Freemium,
	"free version":        catalog.Freemium,
	"offers free version": catalog.Freemium,
	"free tier":           catalog.Freemium,
	"free plan":           catalog.Freemium,
	"free and paid":       catalog.Freemium,
	"free paid":           catalog.Freemium,
	"premium":             catalog.Premium,
	"paid":                catalog.Premium,
	"subscription":        catalog.Premium,
	"one time":            catalog.Premium,
	"one time payment":    catalog.Premium,
	"pay as you go":       catalog.Premium,
	"usage based":         catalog.Premium,
	"no free version":     catalog.Premium,
}

var (
	amount = regexp.MustCompile(`[$€£¥]\s*([0-9][0-9.,]*)|([0-9][0-9.,]*)\s*[$€£¥](?:[^0-9]|$)`)
	// beginning are the words for the lowest of several prices, also in German and French.
	beginning = regexp.MustCompile(`\b(from|start(s|ing)|ab|partir)\b`)
	notWord   = regexp.MustCompile(`[^a-z0-9]+`)
)

// priceType parses a price: one of our types, a common word, or an amount ("From $24/mo", "24,00 €"), where a price from zero is
// Freemium. Everything else is Unknown: a guess would be worse.
func priceType(text string) catalog.Type {
	text = strings.ToLower(text)
	if t, known := priceWords[strings.TrimSpace(notWord.ReplaceAllString(text, " "))]; known {
		return t
	}
	match := amount.FindStringSubmatch(text)
	if match == nil {
		return catalog.Unknown
	}
	switch {
	case strings.ContainsAny(match[1]+match[2], "123456789"):
		return catalog.Premium
	case beginning.MatchString(text):
		return catalog.Freemium
	}
	return catalog.Free
}
