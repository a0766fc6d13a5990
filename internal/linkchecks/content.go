package linkchecks

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/fetch"
)

// Bounds of what a page must have to be judged, in words.
const (
	briefWarning  = 60  // a text of a challenge, an error or a form is shorter
	longestSale   = 250 // so is that of a domain for sale
	unnamedPage   = 20  // one that doesn't name the tool must have as many
	fullPage      = 150 // a page of which nothing is about the tool must have more
	leastTopic    = 8   // words of the tool's text that say what it is about, to be compared with a full page
	leastShared   = 2   // of them, so that a page that doesn't name the tool is about the same
	leastLanguage = 12  // words of a page, whose language is taken for another
)

// judge says what a page is that answered: OK, unless it is parked, taken over, or nothing that could be read.
func judge(of subject, a answer) Finding {
	target := ""
	if a.isElsewhere() {
		target = a.at.String()
	}
	if why := soldBy(of, a); why != "" {
		return Finding{Parked, target, why}
	}
	if !a.isPage {
		if target != "" {
			return Finding{State: Refused, Target: target, Reason: fmt.Sprintf("It leads to %s, which couldn't be read.", a.at.Hostname())}
		}
		return Finding{State: OK}
	}
	p := a.page
	everything := p.titles + "\n" + p.about + "\n" + p.text
	head, text := withoutDomain(p.titles+"\n"+p.about, of, a), withoutDomain(p.text, of, a)
	isTitled := has(head, of.names) || has(text, slices.DeleteFunc(slices.Clone(of.names), func(name string) bool { return len(name) < longName }))
	isNamed := isTitled || target == "" && has(text, of.names) || target != "" && (has(labelOf(a.at), of.names) || labelOf(a.at) == of.domain[0])
	topics := shared(of.topic, everything)
	for _, v := range vocabularies {
		least := unnamedScore
		if isNamed {
			least = namedScore
			if topics > leastShared {
				least = topicScore
			}
		}
		if !v.isOwn(of.text) && v.score(p) >= least {
			return Finding{TakenOver, target, "The page is about " + v.what + "."}
		}
	}
	if found := p.warning(of); found.State != "" {
		return found
	}
	switch language := languageOf(p.original); {
	case target != "":
		return elsewhere(of, a, isNamed)
	case !isNamed && a.at.Path != a.from.Path && strings.Trim(a.from.Path, "/") != "" && strings.Trim(a.at.Path, "/") == "":
		return Finding{State: Refused, Reason: "Its page leads to the website's home page, which doesn't name the tool."}
	case !isNamed && !of.isExpected(language, hostOf(a.at.String())) && p.words() >= leastLanguage:
		return Finding{State: TakenOver, Reason: fmt.Sprintf("The page is in %s and doesn't name the tool.", languageNames[language])}
	case language != "" && language != of.language, p.isLogin():
		return Finding{State: OK} // what it is about can't be compared
	case !isNamed && !has(everything, of.domain) && p.words() >= unnamedPage && topics < leastShared:
		return Finding{State: TakenOver, Reason: "The page names neither the tool nor what it does."}
	case !isTitled && p.words() >= 2*unnamedPage && len(of.topic) >= leastTopic/2 && topics == 0: // a mention may be chance, or of the domain
		return Finding{State: TakenOver, Reason: "The page's titles don't name the tool, and it isn't about what the tool does."}
	case p.words() >= fullPage && len(of.topic) >= leastTopic && topics == 0:
		return Finding{State: TakenOver, Reason: "Nothing on the page is about what the tool does."}
	}
	return Finding{State: OK}
}

// elsewhere judges a page of another registrable domain.
func elsewhere(of subject, a answer, isNamed bool) Finding {
	host, p := a.at.Hostname(), a.page
	switch {
	case isNamed:
		return Finding{State: OK}
	case p.isLogin():
		return Finding{State: Refused, Target: a.at.String(), Reason: fmt.Sprintf("It asks to sign in at %s.", host)}
	case p.titles == "" && p.words() < unnamedPage:
		return Finding{State: Refused, Target: a.at.String(), Reason: fmt.Sprintf("It leads to %s, whose page has no text.", host)}
	}
	return Finding{State: TakenOver, Target: a.at.String(), Reason: fmt.Sprintf("It leads to %s, which doesn't name the tool.", host)}
}

// soldBy says why a page is that of a domain for sale or of a host without a website; empty if it is neither.
func soldBy(of subject, a answer) string {
	const sold = "The domain is for sale or parked."
	p := a.page
	if isSeller(hostOf(a.at.String())) && !isSeller(hostOf(a.from.String())) || p.isSoldBy || slices.ContainsFunc(p.loads, func(host string) bool {
		return isSeller(host) && !isSeller(hostOf(a.from.String()))
	}) || strings.HasPrefix(a.at.Path, "/lander") && a.at.Path != a.from.Path {
		return sold
	}
	if !a.isPage || p.words() > longestSale {
		return ""
	}
	head := p.titles + "\n" + p.about
	isAboutDomains := strings.Contains(padded(of.text), " domain") || shared(of.topic, head+p.text) > leastShared
	host := strings.TrimPrefix(hostOf(a.from.String()), "www.")
	switch {
	case strings.Contains(head+"\n"+p.text, host+" is for sale"), strings.Contains(head+"\n"+p.text, host+" may be for sale"), !isAboutDomains && soldWords.MatchString(head+"\n"+p.text):
		return sold
	case placeholderWords.MatchString(strings.TrimSpace(p.titles)) && !has(p.titles, of.names), p.words() < briefWarning && placeholderWords.MatchString(p.text) && !has(p.text, of.names):
		return "The host shows a placeholder in place of the website."
	}
	return ""
}

// WhyEmpty says why the answer to a request for a website has nothing of a tool: the domain is parked, or the page is a challenge, an
// error or a placeholder. It is empty if it may have something. Unlike a check, it knows of the tool no more than its website.
func WhyEmpty(website *url.URL, r fetch.Response) string {
	a := answer{from: website, at: r.URL}
	a.page, a.isPage = pageOf(r)
	of := subject{names: []string{labelOf(website)}}
	if why := soldBy(of, a); why != "" {
		return why
	}
	return a.page.warning(of).Reason
}

func isSeller(host string) bool {
	return slices.ContainsFunc(sellers, func(seller string) bool { return host == seller || strings.HasSuffix(host, "."+seller) })
}

// warning says what a page is that has nothing of the website: a challenge, an error, or the page for what isn't there.
func (p page) warning(of subject) Finding {
	isBrief := p.words() < briefWarning
	at := func(words interface{ MatchString(string) bool }) bool {
		return (words.MatchString(p.titles) || isBrief && words.MatchString(p.text)) && !words.MatchString(of.text) && p.words() < longestSale
	}
	switch {
	case isBrief && at(challengeWords):
		return Finding{State: Refused, Reason: "The website asks whether a person is there."}
	case isBrief && at(downWords):
		return Finding{State: Refused, Reason: "The website says that it is down or being worked on."}
	case at(missingWords):
		return Finding{State: Refused, Reason: "The website answers, but says that the page isn't there."}
	}
	return Finding{}
}

// isLogin reports whether a page is there to sign in.
func (p page) isLogin() bool {
	return p.words() < 2*briefWarning && (p.hasPassword || loginWords.MatchString(p.titles))
}

// withoutDomain returns a text without its mentions of the website's own host, as whoever has a domain names it. A name that has its
// domain's ending, as "Copy.ai", stays.
func withoutDomain(text string, of subject, a answer) string {
	for _, name := range of.names {
		if slices.Contains(of.domain[1:], name) {
			return text
		}
	}
	return strings.ReplaceAll(text, fetch.DomainOf(a.from), " ")
}

// labelOf returns a URL's registrable domain without its ending.
func labelOf(u *url.URL) string {
	label, _, _ := strings.Cut(fetch.DomainOf(u), ".")
	return squeezed(label)
}

var languageNames = map[string]string{
	"ja": "Japanese", "ko": "Korean", "zh": "Chinese", "th": "Thai", "ru": "Russian or a language like it", "ar": "Arabic", "he": "Hebrew", "el": "Greek", "hi": "Hindi", "de": "German", "fr": "French",
	"es": "Spanish", "pt": "Portuguese", "it": "Italian", "nl": "Dutch", "pl": "Polish", "tr": "Turkish", "id": "Indonesian", "vi": "Vietnamese", "sv": "Swedish", "cs": "Czech", "ro": "Romanian", "hu": "Hungarian",
}
