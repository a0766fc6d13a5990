package assist

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// errNonsense is an answer that cannot be parsed.
var errNonsense = errors.New("the answer cannot be understood")

// maxReason is the maximum length of a provider's message that is shown, in code points.
const maxReason = 300

// refusal is a failure that the provider reported, with its reason; empty: it gave none.
type refusal struct{ reason, body string }

func (r *refusal) Error() string { return "the provider refused: " + r.reason }

// worthRepeating reports whether the same request may succeed: there was no response, or the provider failed.
func (t *attempt) worthRepeating() bool {
	return t.status == 0 || t.status >= http.StatusInternalServerError
}

// faultOf returns the fault for a failed draft; cause is why the context ended, if it did.
func (t *attempt) faultOf(err, cause error) error {
	var network net.Error
	switch {
	case errors.Is(cause, errTooSlow), errors.As(err, &network) && network.Timeout(), errors.Is(err, context.DeadlineExceeded):
		return fault.Because(fault.GatewayTimeout, "The AI provider took too long to answer. Please try again.", err)
	case t.status == 0:
		return fault.Because(fault.BadGateway, "Couldn't reach the AI provider. Please try again, or check VITRINE_AI_BASE_URL.", err)
	case t.status == http.StatusTooManyRequests:
		f := fault.Because(fault.Unavailable, t.sentence("The AI provider has too many requests", err), err)
		f.Code, f.RetryAfter = "provider_busy", t.retryAfter()
		return f
	case t.status == http.StatusUnauthorized, t.status == http.StatusForbidden:
		return fault.Because(fault.BadGateway, t.sentence("The AI provider does not accept the key in VITRINE_AI_API_KEY", err), err)
	case t.status >= http.StatusInternalServerError:
		return fault.Because(fault.BadGateway, t.sentence("The AI provider failed", err), err)
	case t.status >= http.StatusMultipleChoices:
		return fault.Because(fault.BadGateway, t.sentence("The AI provider refused the request", err), err)
	}
	return t.halfway(err)
}

// halfway returns the fault for an answer that started well and then failed.
func (t *attempt) halfway(err error) error {
	var r *refusal
	switch {
	case errors.As(err, &r):
		return fault.Because(fault.BadGateway, t.sentence("The AI provider stopped", err), err)
	case errors.Is(err, errNonsense), errors.Is(err, errTooLong):
		return fault.Because(fault.BadGateway, "The AI provider's answer couldn't be read.", err)
	}
	return fault.Because(fault.BadGateway, "The AI provider's answer was cut off. Please try again.", err)
}

// sentence adds the reason of the provider, if there is one.
func (t *attempt) sentence(words string, err error) string {
	reason := t.reason(err)
	if reason == "" {
		return words + "."
	}
	if !strings.HasSuffix(reason, ".") && !strings.HasSuffix(reason, "!") && !strings.HasSuffix(reason, "…") {
		reason += "."
	}
	return words + ": " + reason
}

// reason returns the error message of the provider: one line, not too long, and without the key.
func (t *attempt) reason(err error) string {
	var r *refusal
	if !errors.As(err, &r) {
		return ""
	}
	text := r.reason
	text = strings.Join(strings.Fields(printable(text)), " ")
	text = strings.ReplaceAll(text, t.assistant.options.Key, "…")
	if runes := []rune(text); len(runes) > maxReason {
		text = string(runes[:maxReason]) + "…"
	}
	return text
}

// reasonIn finds the reason in the body of a failure.
func reasonIn(body []byte) string {
	var value any
	if err := json.Unmarshal(body, &value); err == nil {
		return reasonOf(value)
	}
	if text := strings.TrimSpace(string(body)); !strings.Contains(text, "<") {
		return text
	}
	return "" // usually a proxy's HTML page
}

// reasonOf finds the reason in an error, whose form differs between providers.
func reasonOf(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case []any:
		for _, one := range value {
			if text := reasonOf(one); text != "" {
				return text
			}
		}
	case map[string]any:
		for _, name := range []string{"error", "message", "msg", "detail", "errors", "error_message", "error_description", "description", "reason", "title", "code"} {
			if text := reasonOf(value[name]); text != "" {
				return text
			}
		}
	}
	return ""
}

// maxRetryAfter caps the wait that a provider asks for.
const maxRetryAfter = time.Hour

// retryAfter returns the wait that the provider asks for, or 10 seconds.
func (t *attempt) retryAfter() time.Duration {
	wait := time.Duration(0)
	after := t.header.Get("Retry-After")
	if at, err := http.ParseTime(after); err == nil {
		wait = time.Until(at)
	} else if seconds, err := strconv.ParseFloat(after, 64); err == nil {
		wait = time.Duration(min(seconds, maxRetryAfter.Seconds()) * float64(time.Second))
	}
	if ms, err := strconv.ParseFloat(t.header.Get("Retry-After-Ms"), 64); err == nil { // the more precise one
		wait = time.Duration(min(ms, float64(maxRetryAfter.Milliseconds())) * float64(time.Millisecond))
	}
	if wait <= 0 {
		return 10 * time.Second
	}
	return min(wait, maxRetryAfter)
}
