package visits

import (
	"net/http"
	"strings"
)

// robotWords are what robots call themselves: crawlers of search engines, makers of link previews, watchers. Whoever
// hides among browsers is not distinguished from them, and programs that follow a link for somebody count as that somebody.
var robotWords = []string{
	"bot", "crawl", "spider", "slurp", "preview", "facebookexternalhit", "whatsapp", "embedly", "lighthouse", "monitor", "uptime",
}

// ByRobot reports whether a request comes from a robot that says so, or from a browser that looks ahead at what nobody has
// asked for yet (Sec-Purpose: prefetch, or prefetch;prerender; older ones: Purpose).
func ByRobot(h http.Header) bool {
	for _, name := range []string{"Sec-Purpose", "Purpose"} {
		if strings.Contains(strings.ToLower(h.Get(name)), "prefetch") {
			return true
		}
	}
	agent := strings.ReplaceAll(strings.ToLower(h.Get("User-Agent")), "cubot", "") // a make of telephones
	for _, word := range robotWords {
		if strings.Contains(agent, word) {
			return true
		}
	}
	return false
}
