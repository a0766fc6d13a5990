package visits

import (
	"net/http"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Days are days in UTC.
func TestDayOf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		zone := time.FixedZone("", rapid.IntRange(-14*3600, 14*3600).Draw(t, "zone"))
		at := time.Unix(rapid.Int64Range(-1e10, 1e10).Draw(t, "second"), rapid.Int64Range(0, 999_999_999).Draw(t, "nanosecond")).In(zone)
		if got, want := DayOf(at).String(), at.UTC().Format(time.DateOnly); got != want {
			t.Fatalf("%v is on %s, want %s", at, got, want)
		}
		if DayOf(at.AddDate(0, 0, 1)) != DayOf(at)+1 {
			t.Fatalf("the day after %v is not DayOf plus 1", at)
		}
	})
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
		"WhatsApp/2.23.20.0":                        true,
		"Some Web Crawler":                          true,
		"Mozilla/5.0+(compatible; UptimeRobot/2.0)": true,
		"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0":                                                  false,
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15":   false,
		"Mozilla/5.0 (Linux; Android 10; CUBOT_X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36": false,
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36":           false,
		"curl/8.5.0":         false,
		"Go-http-client/1.1": false,
		"":                   false,
	} {
		if got := ByRobot(http.Header{"User-Agent": {agent}}); got != robot {
			t.Errorf("%q is a robot: %t", agent, got)
		}
	}
}

// A prefetching browser is not a visitor.
func TestByRobotPrefetch(t *testing.T) {
	for _, prefetch := range []http.Header{
		{"Sec-Purpose": {"prefetch"}}, {"Sec-Purpose": {"prefetch;prerender"}}, {"Sec-Purpose": {"prefetch;anonymous-client-ip"}}, {"Purpose": {"prefetch"}},
	} {
		if !ByRobot(prefetch) {
			t.Errorf("%v counts as a visit", prefetch)
		}
	}
	if ByRobot(http.Header{"Sec-Fetch-Mode": {"no-cors"}}) {
		t.Error("a normal request does not count as a visit")
	}
}
