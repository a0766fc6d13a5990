package source

import (
	"net/http"
	"strings"
)

// robotWords are parts of the User-Agent of robots: search crawlers, link previews, monitors, scanners of email. A robot that pretends to
// be a browser counts as one, and a program that follows a link for a person counts as that person.
var robotWords = []string{
	"bot", "crawl", "spider", "slurp", "preview", "facebookexternalhit", "whatsapp", "embedly", "lighthouse", "monitor", "uptime",
	"barracuda", "imageproxy", "mailproxy", "mimecast", "ms-office", "proofpoint", "safelinks", // what looks at the links of emails before a person does
}

// ByRobot reports whether a request comes from a robot that identifies itself, or from a browser that prefetches a page
// that nobody has requested yet (Sec-Purpose: prefetch, or prefetch;prerender; older browsers: Purpose).
func ByRobot(h http.Header) bool {
	for _, name := range []string{"Sec-Purpose", "Purpose"} {
		if strings.Contains(strings.ToLower(h.Get(name)), "prefetch") {
			return true
		}
	}
	agent := strings.ReplaceAll(strings.ToLower(h.Get("User-Agent")), "cubot", "") // a phone brand
	for _, word := range robotWords {
		if strings.Contains(agent, word) {
			return true
		}
	}
	return false
}
