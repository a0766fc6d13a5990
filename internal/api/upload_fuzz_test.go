package api

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"testing"
)

// A file comes out of a body as base64 and JSON say, by whatever way it went in; what they do not allow is refused.
func FuzzUploadBody(f *testing.F) {
	for _, seed := range []string{
		`{"image":"data:image/png;base64,iVBORw0KGgo="}`, `{"image":"data:;base64,aGk="}`, `{"image":"data:image\/png;base64,\/\/8="}`,
		`{"image":"DATA:a;b=c;BASE64,\u002b\u002b\u002b\u002b","originalName":"é"}`, `{"image":null}`, `{"image":7}`, `{"image":["x"]}`,
		`{"image":"data:,"}`, `{"image":"\ud800"}`, `{"Image":"data:;base64,aGk="}`, `{"image":"data:;base64,aGk=","IMAGE":""}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var got UploadInput
		if decode(body, &got) != nil || got.Image.missing() || got.Image.err != nil {
			return
		}
		var plain struct {
			Image string `json:"image"`
		}
		if err := json.Unmarshal(body, &plain); err != nil {
			t.Fatalf("taken, though it is no text: %v", err)
		}
		_, content, _ := bytes.Cut([]byte(plain.Image), []byte(","))
		want, err := base64.StdEncoding.DecodeString(string(content))
		if err != nil || !bytes.Equal(want, got.Image.file) {
			t.Errorf("got %q, want %q (%v)", got.Image.file, want, err)
		}
	})
}
