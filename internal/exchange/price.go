package exchange

import (
	"regexp"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// priceWords maps what other catalogues call their prices, folded, with letters and digits only.
var priceWords = func() map[string]catalog.Type {
	words := map[string]catalog.Type{}
	for t, terms := range map[catalog.Type]string{
		catalog.Free: "free, open source, opensource, free open source, free and open source, free and open, completely free, totally free, 100 free, free forever, forever free, " +
			"always free, free to use, foss, kostenlos, kostenfrei, umsonst, gratis, vollstandig kostenlos, gratuit, gratuite, entierement gratuit, 100 gratuit, gratuito, gratuita, " +
			"totalmente gratis, completamente gratis, completamente gratuito, codigo abierto, codigo aberto, quelloffen, libre, free of charge, no cost, no charge, zero cost, costs nothing, at no cost",
		catalog.Freemium: "freemium, free version, offers free version, free tier, free plan, free plan available, free and paid, free paid, free premium, free with paid plans, kostenlos und kostenpflichtig, " +
			"kostenlose version, version gratuite, gratuit et payant, version gratuita, versione gratuita, plan gratuito, piano gratuito, plano gratuito, gratis y de pago, gratis version, " +
			"gratuito e a pagamento, gratuito e pago",
		catalog.Premium: "premium, paid, paid plan, paid plans, paid subscription, subscription, one time, one time payment, one time purchase, lifetime, lifetime deal, pay as you go, usage based, no free version, not free, paid only, commercial, kostenpflichtig, " +
			"bezahlt, abo, abonnement, einmalzahlung, kauf, payant, payante, achat unique, de pago, pago, de paga, suscripcion, a pagamento, pagamento, abbonamento, assinatura, compra unica, acquisto unico, betaald",
	} {
		for term := range strings.SplitSeq(terms, ", ") {
			words[term] = t
		}
	}
	return words
}()

const (
	signs    = `us\$|r\$|[$€£¥₹₩₽₺₴₫฿₱₪]|руб|евро|грн|円|元|만?원`
	codes    = `(?:usd|eur|euros?|gbp|chf|cad|aud|nzd|sgd|hkd|jpy|inr|brl|cny|rmb|pln|zl|sek|nok|dkk|kr|kc|czk|rub|try|uah|krw|mxn|zar|aed|dollars?|pounds?|dolares|dolar|reais|franken|sfr|fr)`
	before   = `(?:` + signs + `|\b` + codes + `)`
	behind   = `(?:` + signs + `|` + codes + `\b)`
	number   = `([0-9][0-9.,]*)`
	until    = `\s*(?:-|–|—|to|bis|a)\s*`
	upTo     = `(?:` + until + number + `)?`
	lowest   = `(?:from|start(?:s|ing)?(?: at| from)?|ab|a partir de|partir|desde|da|vanaf)`
	freeWord = `(?:free|kostenlos\w*|kostenfrei\w*|umsonst|gratis|gratuit\w*|libre|darmow\w*|ucretsiz|ilmainen|zdarma)`
	period   = `(?:days?|weeks?|months?|tage?|wochen?|monate?|jours?|mois|dias?|mes|meses|giorni|mesi|dagen)`
	trial    = `(?:trials?|test\w*|demos?|credits?|guthaben|probe\w*|essai|prueba|prova|avaliacao|proef\w*|shipping|consultation|quotes?|samples?)`
)

var (
	// amount is a price with its currency before or behind it, or the two ends of a range.
	amount = regexp.MustCompile(number + until + before + `\s*` + number + `|` + before + `\s*` + number + upTo + `|` + number + upTo + `\s*` + behind + `(?:[^0-9]|$)`)
	// bareAmounts is a price without a currency, or several.
	bareAmounts = regexp.MustCompile(`^\s*(?:` + lowest + `\s+)?` + number + upTo + `(?:\s*/\s*` + number + `)*\+?(?:\s*(?:/|per|pro|par|al|por|im)\s*\pL+\.?)?\s*$`)
	// noCents is how German and Swiss prices write that there are none: "19,-", "19.–".
	noCents = regexp.MustCompile(`([0-9])[.,]\s?[-–—]+`)
	// beginning are the words for the lowest of several prices.
	beginning = regexp.MustCompile(`\b` + lowest + `\b`)
	// notFree is a denied free plan.
	notFree = regexp.MustCompile(`\b(?:no|not|non|without|isn t|kein\w*|nicht|ohne|pas|sans|sin|senza|sem|nao|never)\s+` +
		`(?:(?:longer|an?|any|permanent|de|d|une?|una|uma|um|eine?n?|es|e|est|plan|versione?|versao|piano|plano|offre)\s+){0,2}` + freeWord + `(?:\s+(?:plan|version|tier|offer)\w*)?`)
	// freeForNow is what costs nothing for some time, or for some use: no free plan.
	freeForNow = regexp.MustCompile(`\b` + freeWord + `(?:\s+(?:[0-9]+|` + period + `|for|the|first|of|a|limited|full))*\s+(?:` + trial + `|[0-9]+ ` + period + `)\b` +
		`|\b` + trial + `\s+(?:de\s+|di\s+)?` + freeWord + `\b|\b` + period + `\s+(?:de\s+)?` + freeWord + `\b` +
		`|\b(?:trial|testversion|testphase|probezeit|proefperiode|periodo de prueba|periodo di prova|periodo de teste)(?:\s+` + freeWord + `)?\b`)
	// noTrial is a denied trial, which says nothing about a free plan.
	noTrial = regexp.MustCompile(`\b(?:no|without|kein\w*|ohne|sans|sin|senza|sem)\s+(?:` + freeWord + `\s+)?(?:trials?|test\w*|essai|prueba|prova)(?:\s+` + freeWord + `)?\b`)
	// onlyFree is a text that says nothing but that something is free.
	onlyFree = regexp.MustCompile(`^(?:` + freeWord + `|open source|and|und|et|y|e|100|always|forever|completely|totally|fully|entirely|absolutely|unlimited|software|for all|for everyone|dauerhaft|immer|fur|komplett|vollig|` +
		`vollstandig|lebenslang|toujours|a vie|entierement|totalement|siempre|para|sempre|per|totalmente|completamente|helt|\s)+$`)
	free = regexp.MustCompile(`\b` + freeWord + `\b|\bopen source\b`)
	paid = regexp.MustCompile(`\b(?:paid|premium|pro|plus|subscriptions?|kostenpflichtig\w*|bezahl\w*|abo|abonnement|payant\w*|pag(?:os?|as?|amento)|usage based|pay as you go|suscripcion|abbonamento|assinatura|upgrades?|in app purchases?|enterprise|betaald)\b`)
	// charged are those of these words that mean money, whatever else is said.
	charged = regexp.MustCompile(`\b(?:paid|subscriptions?|payment|kostenpflichtig\w*|bezahl\w*|abo|abonnement|payant\w*|pag(?:os?|amento)|suscripcion|abbonamento|assinatura|betaald)\b`)
	notWord = regexp.MustCompile(`[^\p{L}\p{M}\p{N}]+`)
)

// priceType parses a price: one of our types, words of other catalogues, or amounts ("From $24/mo", "24,00 €"). Something free
// beside something paid is Freemium, as is a price from zero. What is free only for a while, and everything else, is
// Unknown: a guess would be worse.
func priceType(text string) catalog.Type {
	text = noCents.ReplaceAllString(freeWords.Replace(norm.NFC.String(catalog.Fold(text))), "$1")
	words := strings.TrimSpace(notWord.ReplaceAllString(text, " "))
	if t, known := priceWords[words]; known {
		return t
	}
	if strings.Contains(words, "freemium") {
		return catalog.Freemium
	}
	hasZero, hasPrice := amounts(text)
	words = noTrial.ReplaceAllString(words, " ")
	withoutDenied := notFree.ReplaceAllString(words, " ")
	permanent := freeForNow.ReplaceAllString(withoutDenied, " ")
	isDenied, isForNow := withoutDenied != words, permanent != withoutDenied
	isFree := free.MatchString(permanent)
	hasPaid := hasPrice || isDenied || paid.MatchString(permanent) || beginning.MatchString(permanent)
	switch {
	case isFree && hasPaid, hasZero && hasPaid:
		return catalog.Freemium
	case isForNow:
		return catalog.Unknown
	case hasZero && beginning.MatchString(text):
		return catalog.Freemium
	case hasZero, isFree && onlyFree.MatchString(words):
		return catalog.Free
	case hasPrice, isDenied, charged.MatchString(permanent):
		return catalog.Premium
	}
	return catalog.Unknown
}

// freeWords are words for free in scripts in which regular expressions know no ends of words.
var freeWords = strings.NewReplacer("бесплатно", "free", "бесплатный", "free", "бесплатная", "free", "безкоштовно", "free", "免费", " free ", "免費", " free ", "無料", " free ", "무료", " free ",
	"مجاني", "free", "δωρεαν", "free", "חינם", "free", "ฟรี", " free ", "मुफ्त", "free")

// amounts reports whether a text has a price of zero, and whether it has one above.
func amounts(text string) (hasZero, hasPrice bool) {
	found := amount.FindAllStringSubmatch(text, -1)
	if bare := bareAmounts.FindStringSubmatch(text); bare != nil {
		found = append(found, bare)
	}
	for _, match := range found {
		for _, value := range match[1:] {
			switch {
			case value == "":
			case strings.ContainsAny(value, "123456789"):
				hasPrice = true
			default:
				hasZero = true
			}
		}
	}
	return hasZero, hasPrice
}
