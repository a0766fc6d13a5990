package inbox

import (
	"context"
	"crypto/sha256"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// What is accepted can become a product.
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
			t.Fatalf("%+v was taken and is no product: %v", d, err)
		}
		if again, err := clean.Check(); err != nil || again != clean {
			t.Fatalf("%+v is not clean: %+v %v", clean, again, err)
		}
	})
}

// Proof of work counts for its website only.
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
		t.Error("work that was done is refused")
	}
	for _, try := range [][2]string{{"https://other.example/", strconv.Itoa(nonce)}, {website, strconv.Itoa(nonce + 1)}, {website, ""}, {website, "0" + strconv.Itoa(nonce)}, {website, " " + strconv.Itoa(nonce)}, {website, strings.Repeat("1", 21)}} {
		if workDone(try[0], try[1]) {
			t.Errorf("%q is accepted", try)
		}
	}
}

// keeper is a Store that keeps what it is given.
type keeper struct {
	Store
	kept []Submission
	most int
}

func (k *keeper) AddSubmission(_ context.Context, _ string, most int, s Submission) (Submission, error) {
	k.kept, k.most = append(k.kept, s), most
	return s, nil
}

// A posted form needs no proof of work, and has a lower limit.
func TestPostedForm(t *testing.T) {
	store := &keeper{}
	in := New(Options{Store: store})
	form := url.Values{"productName": {"Pen"}, "website": {"https://pen.example"}, "description": {"It writes."}, "category": {"Writing"}, "type": {"Free"},
		"useCases": {"Letters"}, "logo": {"https://pen.example/l.png"}, "videoUrl": {"https://vimeo.com/1"}, "email": {"ann@example.com"}, "submissionNotes": {"Hello"}}
	path, err := in.SubmitForm(t.Context(), form)
	if err != nil || store.most != PostedAnHour || len(store.kept) != 1 || path != "/submit/status/"+store.kept[0].Secret {
		t.Fatalf("%q %v %+v", path, err, store)
	}
	draft := Draft{ProductName: "Pen", Website: "https://pen.example", Description: "It writes.", Category: "Writing", Type: catalog.Free, UseCases: "Letters",
		Logo: "https://pen.example/l.png", VideoURL: "https://vimeo.com/1", Email: "ann@example.com", Notes: "Hello"}
	want := Submission{Draft: draft, Status: Pending, Secret: store.kept[0].Secret}
	if store.kept[0] != want {
		t.Errorf("kept %+v", store.kept[0])
	}
	form.Set("company", "ACME")
	if _, err := in.SubmitForm(t.Context(), form); !fault.Is(err, fault.Invalid) || len(store.kept) != 1 {
		t.Errorf("what a program has filled in: %v", err)
	}
	_, err = in.Submit(t.Context(), netip.Addr{}, Sent{Draft: Draft{ProductName: "Pen", Website: "https://pen.example", Description: "It writes.", Category: "Writing", Type: catalog.Free}})
	if f := fault.From(err); f.Code != "no_work" || len(store.kept) != 1 {
		t.Errorf("a call without work: %v", err)
	}
}

// Tries are limited, and come back with time.
func TestTryLimit(t *testing.T) {
	tries, now := newTries(), time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range triesAtOnce {
		if err := tries.take("a", now); err != nil {
			t.Fatalf("try %d: %v", i, err)
		}
	}
	err := tries.take("a", now)
	if f := fault.From(err); f.Kind != fault.TooMany || f.RetryAfter != tryEvery {
		t.Errorf("%v", err)
	}
	if err := tries.take("b", now); err != nil {
		t.Errorf("another sender: %v", err)
	}
	if err := tries.take("a", now.Add(tryEvery)); err != nil {
		t.Errorf("after the wait: %v", err)
	}
}

// The email says what was decided.
func TestDecisionEmail(t *testing.T) {
	in := New(Options{SiteName: "Vitrine", Origin: "https://tools.example", Mail: func() {}})
	s := Submission{Draft: Draft{ProductName: "Tool", Email: "ann@example.com"}, Status: Rejected, Reason: "Not AI.", Secret: "KEY", ProductSlug: "töol"}
	e := in.compose()(s)
	if e == nil || e.To != "ann@example.com" || !strings.Contains(e.Text, "Not AI.") || !strings.Contains(e.Text, "https://tools.example/submit/status/KEY") {
		t.Errorf("rejected: %+v", e)
	}
	s.Status = Approved
	if e := in.compose()(s); e == nil || e.Subject != "Tool is now on Vitrine" || !strings.Contains(e.Text, "https://tools.example/products/t%C3%B6ol\n") || strings.Contains(e.Text, "Not AI.") {
		t.Errorf("approved: %+v", e)
	}
	s.Email = ""
	if e := in.compose()(s); e != nil {
		t.Errorf("to nobody: %+v", e)
	}
	s.Email = "ann@example.com"
	if e := New(Options{}).compose()(s); e != nil {
		t.Errorf("of a site that sends no mail: %+v", e)
	}
}

// A website or a key that cannot be one is not looked up.
func TestInvalidLookup(t *testing.T) {
	in := New(Options{}) // without a store, it would panic
	for _, website := range []string{"", "x", "javascript:alert(1)", "https://x/" + strings.Repeat("a", 2048)} {
		if _, err := in.Where(t.Context(), website); !fault.Is(err, fault.Invalid) {
			t.Errorf("%.30s: %v", website, err)
		}
	}
	if _, err := in.Submission(t.Context(), "short"); !fault.Is(err, fault.NotFound) {
		t.Errorf("%v", err)
	}
}
