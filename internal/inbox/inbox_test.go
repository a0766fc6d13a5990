package inbox

import (
	"crypto/sha256"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/emails"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// An accepted draft is a valid product, and checking it again changes nothing.
func TestDraftCheck(t *testing.T) {
	text := rapid.OneOf(rapid.StringN(0, 300, -1), rapid.SampledFrom([]string{"Tool", " x ", "a\nb", "\u202e", "https://a.example/", "javascript:x"}))
	rapid.Check(t, func(t *rapid.T) {
		d := Draft{ProductName: text.Draw(t, "name"), Website: rapid.SampledFrom([]string{"https://a.example/", "x", "http://b.example?q"}).Draw(t, "website"),
			Description: text.Draw(t, "description"), UseCases: text.Draw(t, "use cases"), Category: text.Draw(t, "category"), Type: catalog.Free,
			Logo: text.Draw(t, "logo"), VideoURL: text.Draw(t, "video"), Notes: text.Draw(t, "notes")}
		clean, err := d.Check()
		if err != nil {
			if !fault.Is(err, fault.Invalid) || len(fault.From(err).Fields) == 0 {
				t.Fatalf("%+v: %v", d, err)
			}
			return
		}
		if _, err := clean.Product().Check(false); err != nil {
			t.Fatalf("%+v is accepted but not a valid product: %v", d, err)
		}
		if again, err := clean.Check(); err != nil || again != clean {
			t.Fatalf("%+v becomes %+v when it is checked again: %v", clean, again, err)
		}
	})
}

// Proof of work is valid only for its website.
func TestProofOfWork(t *testing.T) {
	const website = "https://tool.example/"
	nonce := 0
	for ; ; nonce++ {
		sum := sha256.Sum256([]byte(workPrefix + website + "\n" + strconv.Itoa(nonce)))
		if sum[0] == 0 && sum[1] == 0 {
			break
		}
	}
	if !workDone(website, strconv.Itoa(nonce)) {
		t.Error("valid work is refused")
	}
	for _, invalid := range [][2]string{{"https://other.example/", strconv.Itoa(nonce)}, {website, strconv.Itoa(nonce + 1)}, {website, ""}, {website, "0" + strconv.Itoa(nonce)}, {website, " " + strconv.Itoa(nonce)}, {website, strings.Repeat("1", 21)}} {
		if workDone(invalid[0], invalid[1]) {
			t.Errorf("%q is accepted", invalid)
		}
	}
}

// Attempts are limited and allowed again after a wait.
func TestTryLimit(t *testing.T) {
	tries, now := newTries(), time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range triesAtOnce {
		if err := tries.takeTry("a", now); err != nil {
			t.Fatalf("attempt %d: %v", i, err)
		}
	}
	if f := fault.From(tries.takeTry("a", now)); f.Kind != fault.TooMany || f.RetryAfter != tryEvery {
		t.Errorf("one attempt too many: %v, wait %v", f, f.RetryAfter)
	}
	if err := tries.takeTry("b", now); err != nil {
		t.Errorf("another sender: %v", err)
	}
	if err := tries.takeTry("a", now.Add(tryEvery)); err != nil {
		t.Errorf("after the wait: %v", err)
	}
}

// The email reports the decision.
func TestDecisionEmail(t *testing.T) {
	in := New(Options{Emails: emails.New(func() emails.Site { return emails.Site{Name: "Vitrine", URL: "https://tools.example"} }), Origin: "https://tools.example", Mail: func() {}})
	s := Submission{Draft: Draft{ProductName: "Tool", Email: "ann@example.com"}, Status: Rejected, Reason: "Not AI.", Secret: "KEY", ProductSlug: "töol"}
	e := in.compose()(s)
	if e == nil || e.To != "ann@example.com" || !strings.Contains(e.Text, "Not AI.") || !strings.Contains(e.Text, "https://tools.example/submit/status/KEY") || !strings.Contains(e.HTML, "Not AI.") {
		t.Errorf("rejected: %+v", e)
	}
	s.Status = Approved
	if e := in.compose()(s); e == nil || e.Subject != "Tool is now on Vitrine" || !strings.Contains(e.Text, "https://tools.example/products/t%C3%B6ol\n") || strings.Contains(e.Text+e.HTML, "Not AI.") {
		t.Errorf("approved: %+v", e)
	}
	s.Email = ""
	if e := in.compose()(s); e != nil {
		t.Errorf("without an address: %+v", e)
	}
	s.Email = "ann@example.com"
	if e := New(Options{}).compose()(s); e != nil {
		t.Errorf("on a site that sends no email: %+v", e)
	}
}

// An invalid website or key is refused without a lookup.
func TestInvalidLookup(t *testing.T) {
	in := New(Options{}) // a lookup would panic: there is no store
	for _, website := range []string{"", "x", "javascript:alert(1)", "https://x/" + strings.Repeat("a", 2048)} {
		if _, err := in.Where(t.Context(), website); !fault.Is(err, fault.Invalid) {
			t.Errorf("%.30s: %v", website, err)
		}
	}
	if _, err := in.Submission(t.Context(), "short"); !fault.Is(err, fault.NotFound) {
		t.Errorf("a short key: %v", err)
	}
}
