package main

import (
	"bufio"
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/assisttest"
	"github.com/vitrine-directory/vitrine/internal/config"
)

// A draft arrives through nginx as it is written.
func TestDraftsBehindNginx(t *testing.T) {
	t.Parallel()
	released := make(chan struct{})
	peer := assisttest.New(t, func(w http.ResponseWriter, r *http.Request, asked assisttest.Request) {
		assisttest.SendPiece(w, "It helps to write. ")
		select {
		case <-released:
		case <-r.Context().Done():
		}
		assisttest.Says("And to read.")(w, r, asked)
	}, assisttest.Refuses(http.StatusPaymentRequired, "no credit"))
	p := behindNginx(t, config.AI{AIBaseURL: peer.URL, AIAPIKey: "key", AIModel: "model"})
	noError(t, errOf(imported(t, config.Import{Database: p.settings.Database}, twoTools)))
	c := p.visitor(t, "203.0.113.8")
	c.signIn()
	const order = `{"productName":"First Tool"}`
	request, err := http.NewRequestWithContext(t.Context(), "POST", outside+"/api/ai/generate-usecases", strings.NewReader(order))
	noError(t, err)
	request.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"text/event-stream"}}
	response, err := c.http.Do(request)
	noError(t, err)
	defer response.Body.Close()
	var seen bytes.Buffer
	isReleased := false
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		seen.Write(append(lines.Bytes(), '\n'))
		if lines.Text() == "" && !isReleased { // the first piece is here, and the model has not said the second
			close(released)
			isReleased = true
		}
	}
	if text := seen.String(); response.StatusCode != http.StatusOK || !isReleased || !strings.Contains(text, "event: done") || !strings.Contains(text, "And to read.") {
		t.Errorf("%d: %s", response.StatusCode, text)
	}
	if answer, text := c.ask("POST", "/api/ai/generate-usecases", order); answer.StatusCode != http.StatusBadGateway || !strings.Contains(text, `"code":"bad_gateway"`) {
		t.Errorf("of a provider that refuses: %d %s", answer.StatusCode, text)
	}
}
