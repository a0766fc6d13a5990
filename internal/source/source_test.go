package source_test

import (
	"net/http"
	"net/netip"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/source"
)

// A client is identified by its IPv4 address or its IPv6 /64 network.
func TestOf(t *testing.T) {
	for address, want := range map[string]string{"192.0.2.1": "192.0.2.1", "::ffff:192.0.2.1": "192.0.2.1", "2001:db8:1:2::9": "2001:db8:1:2::", "2001:db8:1:2:ffff::1": "2001:db8:1:2::", "fe80::1%eth0": "fe80::"} {
		if got := source.Of(netip.MustParseAddr(address)).String(); got != want {
			t.Errorf("%s is %s, want %s", address, got, want)
		}
	}
	if got := source.Of(netip.Addr{}); got.IsValid() {
		t.Errorf("without an address: got %s", got)
	}
}

// Robots are detected by their User-Agent.
func TestByRobot(t *testing.T) {
	for agent, robot := range map[string]bool{
		"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)":                               true,
		"Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)":                                true,
		"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)": true,
		"Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)":                    true,
		"Baiduspider+(+http://www.baidu.com/search/spider.htm)":                                                  true,
		"facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)":                              true,
		"Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)":                                             true,
		"WhatsApp/2.23.20.0": true,
		"Some Web Crawler":   true,
		"Mozilla/5.0 (compatible; Barracuda Sentinel (EE))":                                                                       true,
		"Mozilla/4.0 (compatible; ms-office; MSOffice 16)":                                                                        true,
		"Mozilla/5.0+(compatible; UptimeRobot/2.0)":                                                                               true,
		"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0":                                                  false,
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15":   false,
		"Mozilla/5.0 (Linux; Android 10; CUBOT_X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36": false,
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36":           false,
		"curl/8.5.0":         false,
		"Go-http-client/1.1": false,
		"":                   false,
	} {
		if got := source.ByRobot(http.Header{"User-Agent": {agent}}); got != robot {
			t.Errorf("%q is a robot: %t", agent, got)
		}
	}
}

// A prefetching browser is not a visitor.
func TestByRobotPrefetch(t *testing.T) {
	for _, prefetch := range []http.Header{
		{"Sec-Purpose": {"prefetch"}}, {"Sec-Purpose": {"prefetch;prerender"}}, {"Sec-Purpose": {"prefetch;anonymous-client-ip"}}, {"Purpose": {"prefetch"}},
	} {
		if !source.ByRobot(prefetch) {
			t.Errorf("%v counts as a visit", prefetch)
		}
	}
	if source.ByRobot(http.Header{"Sec-Fetch-Mode": {"no-cors"}}) {
		t.Error("a normal request does not count as a visit")
	}
}
