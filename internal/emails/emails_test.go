package emails

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// messages returns every email of a site, with the given text wherever a text is not the site's own.
func messages(site Site, name, reason string) map[string]Message {
	const code, within, status = "K7PQ2M", 10 * time.Minute, "https://tools.example/submit/status/SECRET"
	t := New(func() Site { return site })
	return map[string]Message{
		"sign-up-code":         t.SignUpCode(code, within),
		"already-registered":   t.AlreadyRegistered(),
		"reset-code":           t.ResetCode(code, within),
		"email-change-current": t.EmailChangeCurrent(code, name+"@example.com", "/account", within),
		"email-change-new":     t.EmailChangeNew(code, "/account", within),
		"email-taken":          t.EmailTaken(),
		"invitation":           t.Invitation(name, "an editor", "https://tools.example/admin/invitation#TOKEN", 7*24*time.Hour),
		"confirm-subscription": t.ConfirmSubscription("https://tools.example/newsletter/confirm#TOKEN", "weekly"),
		"already-subscribed":   t.AlreadySubscribed("https://tools.example/newsletter/settings#TOKEN"),
		"submission-approved":  t.SubmissionApproved(name, "https://tools.example/products/pen", status),
		"submission-scheduled": t.SubmissionApproved(name, "", status),
		"submission-rejected":  t.SubmissionRejected(name, reason, status),
		"newsletter-issue":     t.Issue(issueOf(name, reason)),
		"new-submission":       t.NewSubmissions([]string{name}, 1),
		"new-submissions":      t.NewSubmissions([]string{name, "Ink"}, 12),
		"failed-job":           t.FailedJobs([]FailedJob{{"Back up the site", reason}}),
		"failed-jobs":          t.FailedJobs([]FailedJob{{"Back up the site", "no space left"}, {"Empty the trash", ""}}),
		"weekly-digest":        t.WeeklyDigest([]Need{{"3 websites are broken", "/admin/links"}, {"1 tool has no price", "/admin"}}),
	}
}

func usual() map[string]Message {
	return messages(Site{"Vitrine", "https://tools.example"}, "Pen", "We list tools that use AI.\n\nPen doesn't yet. Please submit it again when it does.")
}

// Every email is its golden file's.
func TestGolden(t *testing.T) {
	for name, m := range usual() {
		golden(t, name+".txt", "Subject: "+m.Subject+"\n\n"+m.Text)
		golden(t, name+".html", m.HTML)
	}
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	path := filepath.Join("testdata", file)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is out of date: go test ./internal/emails -update, then read the difference. It would be\n%s", file, got)
	}
}

// An email loads nothing but images of the site, runs nothing, and links to the site alone.
func TestNothingForeign(t *testing.T) {
	for name, m := range usual() {
		for _, node := range nodes(t, m.HTML) {
			if strings.Contains(" script link iframe form input object embed base ", " "+node.Data+" ") {
				t.Errorf("%s has the element %s", name, node.Data)
			}
			for _, a := range node.Attr {
				if strings.HasPrefix(a.Key, "on") || a.Key == "src" && (node.Data != "img" || !strings.HasPrefix(a.Val, "https://tools.example/uploads/")) || a.Key == "srcset" || a.Key == "background" || a.Key == "href" && !strings.HasPrefix(a.Val, "https://tools.example") {
					t.Errorf("%s has %s=%q", name, a.Key, a.Val)
				}
			}
		}
		if lower := strings.ToLower(m.HTML); strings.Contains(lower, "url(") || strings.Contains(lower, "@import") || strings.Contains(lower, "@font-face") {
			t.Errorf("%s has styles that load something", name)
		}
	}
}

// Whatever the texts contain, an email has the same elements as ever, one subject line, and no control characters.
func TestHostileTexts(t *testing.T) {
	long := func(text string) string { return strings.Repeat(text, 2_000/utf8.RuneCountInString(text)) }
	harmless := usual()
	for _, hostile := range []string{
		`</title></style></p></td></table><script>alert(1)</script><img src=x onerror=alert(1)>`,
		`"><a href="javascript:alert(1)">`, `{{.Code}} {{template "x"}} <!--[if mso]>--> ]]>`,
		"Pen\r\nBcc: eve@example.com\r\n\r\nHello", "a\u202eb\u2066c\u061cd\x00e\x1bf\u2028g\u2029h\u0085i\x7f", "\xff\xfe\n\t\n",
		long("x"), long("<"), long("長"), long("👩‍🚀 "), long("\n"), long("\u202e"),
	} {
		for name, m := range messages(Site{hostile, "https://tools.example"}, hostile, hostile) {
			if strings.ContainsFunc(m.Subject, misleads) {
				t.Errorf("%s with %.40q has the subject %q", name, hostile, m.Subject)
			}
			if strings.ContainsFunc(strings.ReplaceAll(m.Text+m.HTML, "\n", ""), misleads) {
				t.Errorf("%s with %.40q has a character that misleads", name, hostile)
			}
			if !utf8.ValidString(m.Text) || !utf8.ValidString(m.HTML) {
				t.Errorf("%s with %.40q is not UTF-8", name, hostile)
			}
			if got, want := elements(t, m.HTML), elements(t, harmless[name].HTML); got != want {
				t.Errorf("%s with %.40q has the elements\n%s, want\n%s", name, hostile, got, want)
			}
			if len(m.HTML) > 100<<10 {
				t.Errorf("%s with %.40q takes %d bytes", name, hostile, len(m.HTML))
			}
		}
	}
}

// misleads reports whether a character is a line break, another control character, or changes the text direction.
func misleads(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Bidi_Control, r)
}

// A subject shows no more of a name than fits, and the text all of it.
func TestLongName(t *testing.T) {
	name := strings.Repeat("長い", 100)
	m := messages(Site{"Vitrine", "https://tools.example"}, name, "")["submission-approved"]
	if want := strings.Repeat("長い", 39) + "長… is now on Vitrine"; m.Subject != want {
		t.Errorf("the subject is %q, want %q", m.Subject, want)
	}
	if !strings.Contains(m.Text, "submitting "+name+".") || !strings.Contains(m.HTML, "submitting "+name+".") {
		t.Errorf("the text does not name the tool:\n%s", m.Text)
	}
}

// The reason of a rejection keeps its lines.
func TestReasonLines(t *testing.T) {
	m := messages(Site{"Vitrine", "https://tools.example"}, "Pen", "One.\r\n\r\nTwo\t& <three>.\n")["submission-rejected"]
	if !strings.Contains(m.Text, "\nOne.\n\nTwo & <three>.\n\n") {
		t.Errorf("the text is\n%s", m.Text)
	}
	if !strings.Contains(m.HTML, ">One.<br><br>Two &amp; &lt;three&gt;.</td>") {
		t.Errorf("the HTML is\n%s", m.HTML)
	}
}

// Both parts have the code and every link.
func TestBothParts(t *testing.T) {
	for name, want := range map[string][]string{
		"sign-up-code":         {"K7PQ2M", "10 minutes", "https://tools.example/verify"},
		"already-registered":   {"https://tools.example/sign-in", "https://tools.example/forgot"},
		"reset-code":           {"K7PQ2M", "10 minutes", "https://tools.example/forgot"},
		"email-change-current": {"K7PQ2M", "10 minutes", "https://tools.example/account", "Pen@example.com", "Change your password"},
		"email-change-new":     {"K7PQ2M", "10 minutes", "https://tools.example/account"},
		"email-taken":          {"https://tools.example/sign-in", "https://tools.example/forgot"},
		"invitation":           {"Pen invited you", "an editor", "7 days", "https://tools.example/admin/invitation#TOKEN"},
		"submission-approved":  {"Pen", "https://tools.example/products/pen", "https://tools.example/submit/status/SECRET"},
		"submission-rejected":  {"Pen", "We list tools that use AI.", "https://tools.example/submit/status/SECRET"},
		"newsletter-issue": {"New this week", "Pen", "Writing", "Free", "https://tools.example/products/pen", "https://tools.example/go/pen?from=issue-7", "View in browser",
			"https://tools.example/newsletter/archive/7", "https://tools.example/newsletter/settings#TOKEN", "nsubscribe", "weekly newsletter of"},
	} {
		m := usual()[name]
		for _, text := range append(want, "You are receiving this because", "Vitrine (https://tools.example)") {
			if !strings.Contains(m.Text, text) || !strings.Contains(m.HTML, text) {
				t.Errorf("%s lacks %q", name, text)
			}
		}
	}
}

// nodes returns the elements of a document.
func nodes(t *testing.T, document string) (found []*html.Node) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	for node := range root.Descendants() {
		if node.Type == html.ElementNode {
			found = append(found, node)
		}
	}
	return found
}

// elements returns the names of a document's elements in their order, without line breaks.
func elements(t *testing.T, document string) string {
	t.Helper()
	var names []string
	for _, node := range nodes(t, document) {
		if node.Data != "br" {
			names = append(names, node.Data)
		}
	}
	return strings.Join(names, " ")
}
