package httpapi

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// A body is read strictly.
func TestDecodeStrict(t *testing.T) {
	deep := func(levels int) string {
		return `{"a":` + strings.Repeat("[", levels-1) + strings.Repeat("]", levels-1) + `}`
	}
	for name, try := range map[string]struct {
		body string
		want fault.Kind // Internal: it is read
	}{
		"an object":                               {`{"name":"x"}`, fault.Internal},
		"white space around it":                   {" \r\n\t{} \n", fault.Internal},
		"a key that nobody knows":                 {`{"__proto__":{"name":1}}`, fault.Internal},
		"the same key in different objects":       {`{"a":{"name":1},"b":{"name":2},"name":"x"}`, fault.Internal},
		"a key that is like a value":              {`{"a":"a","b":["a","a"],"c":{"a":"b"}}`, fault.Internal},
		"as deep as may be":                       {deep(maxDepth), fault.Internal},
		"brackets inside of a text":               {`{"name":"` + strings.Repeat("[{", 99) + `"}`, fault.Internal},
		"quotes inside of a text":                 {`{"name":"\\\"name\":","x":"\\"}`, fault.Internal},
		"a character in two halves":               {`{"name":"\ud83d\uDE42\\ud83d"}`, fault.Internal},
		"half of a character alone":               {`{"name":"a\ud83d"}`, fault.BadRequest},
		"a key with half a character":             {`{"a":{"\udc00":1}}`, fault.BadRequest},
		"nothing":                                 {"", fault.BadRequest},
		"white space":                             {" \n", fault.BadRequest},
		"null":                                    {"null", fault.BadRequest},
		"a list":                                  {"[]", fault.BadRequest},
		"a number":                                {"1", fault.BadRequest},
		"a text":                                  {`"x"`, fault.BadRequest},
		"half an object":                          {"{", fault.BadRequest},
		"a key without a value":                   {`{"name":}`, fault.BadRequest},
		"two documents":                           {"{}{}", fault.BadRequest},
		"something behind it":                     {"{} x", fault.BadRequest},
		"a byte order mark":                       {"\ufeff{}", fault.BadRequest},
		"a number that JSON has not":              {`{"a":NaN}`, fault.BadRequest},
		"a comma too many":                        {`{"a":1,}`, fault.BadRequest},
		"bytes that are no UTF-8":                 {"{\"name\":\"\xff\"}", fault.BadRequest},
		"half a character":                        {"{\"name\":\"\xc3\"}", fault.BadRequest},
		"a line break inside of a text":           {"{\"name\":\"a\nb\"}", fault.BadRequest},
		"one level too deep":                      {deep(maxDepth + 1), fault.BadRequest},
		"far too deep":                            {strings.Repeat(`{"a":`, 5_000) + "1" + strings.Repeat("}", 5_000), fault.BadRequest},
		"a key twice":                             {`{"name":"x","name":"x"}`, fault.BadRequest},
		"a key twice, in another case":            {`{"name":"x","NAME":"x"}`, fault.BadRequest},
		"a key twice, once by escapes":            {`{"name":"x","n\u0061me":"x"}`, fault.BadRequest},
		"a key twice, with a letter that folds":   {`{"isadmin":1,"iſadmin":1}`, fault.BadRequest},
		"a key twice, deep inside":                {`{"a":[{"b":{"c":1,"C":2}}]}`, fault.BadRequest},
		"an unknown key twice":                    {`{"zzz":1,"zzz":2}`, fault.BadRequest},
		"a number where a text belongs":           {`{"name":5}`, fault.Invalid},
		"a text where a number belongs":           {`{"count":"5"}`, fault.Invalid},
		"a fraction where a whole number belongs": {`{"count":1.5}`, fault.Invalid},
		"a number beyond all numbers":             {`{"count":1e99}`, fault.Invalid},
		"a text where a list belongs":             {`{"list":"a"}`, fault.Invalid},
		"a number in a list of texts":             {`{"list":["a",1]}`, fault.Invalid},
		"a list where an object belongs":          {`{"inner":[]}`, fault.Invalid},
		"a text where true or false belongs":      {`{"inner":{"yes":"true"}}`, fault.Invalid},
	} {
		t.Run(name, func(t *testing.T) {
			var body struct {
				Name  string             `json:"name"`
				Count int                `json:"count"`
				List  []string           `json:"list"`
				Inner struct{ Yes bool } `json:"inner"`
			}
			err := decode([]byte(try.body), &body)
			if try.want == fault.Internal {
				noError(t, err)
				return
			}
			f := fault.From(err)
			if err == nil || f.Kind != try.want {
				t.Fatalf("got %v, want kind %d", err, try.want)
			}
			if f.Kind == fault.Invalid && (len(f.Fields) != 1 || f.Fields[0].Field == "") {
				t.Errorf("no field is named: %+v", f)
			}
		})
	}
}

// What is null or absent sets nothing.
func TestDecodeNull(t *testing.T) {
	body := struct {
		Given, Null, Absent *int
	}{}
	noError(t, decode([]byte(`{"given":0,"null":null}`), &body))
	if body.Given == nil || *body.Given != 0 || body.Null != nil || body.Absent != nil {
		t.Errorf("got %+v", body)
	}
}

// document is some JSON whose keys come again, in this case or that.
func document() *rapid.Generator[string] {
	key := rapid.SampledFrom([]string{`"a"`, `"A"`, `"\u0061"`, `"s"`, `"ſ"`, `"S"`, `"k"`, `"K"`, `"\""`, `"\\"`, `"a:"`, `"é"`, `"É"`, `""`})
	scalar := rapid.SampledFrom([]string{"1", "null", "true", `"a"`, `":"`, `"\":{"`, `"\\"`, "-1.5e3", `"]}"`})
	blank := rapid.SampledFrom([]string{"", "", " ", "\n\t"})
	var value func(depth int) *rapid.Generator[string]
	value = func(depth int) *rapid.Generator[string] {
		return rapid.Custom(func(t *rapid.T) string {
			shape := rapid.IntRange(0, 2).Draw(t, "shape")
			if depth == 0 || shape == 0 {
				return scalar.Draw(t, "scalar")
			}
			var parts []string
			for range rapid.IntRange(0, 3).Draw(t, "length") {
				part := blank.Draw(t, "blank") + value(depth-1).Draw(t, "value") + blank.Draw(t, "blank")
				if shape == 1 {
					part = blank.Draw(t, "blank") + key.Draw(t, "key") + blank.Draw(t, "blank") + ":" + part
				}
				parts = append(parts, part)
			}
			if shape == 1 {
				return "{" + strings.Join(parts, ",") + "}"
			}
			return "[" + strings.Join(parts, ",") + "]"
		})
	}
	return rapid.Custom(func(t *rapid.T) string { return `{"top":` + value(4).Draw(t, "document") + `}` })
}

// Inspecting a body agrees with walking its tokens.
func TestInspectAgainstTokens(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := document().Draw(t, "text")
		want := repeats(t, json.NewDecoder(strings.NewReader(text)))
		if got := inspect([]byte(text)) != nil; got != want {
			t.Fatalf("refused: %t, want %t: %s", got, want, text)
		}
	})
}

// repeats reports whether an object in the next value has a key twice but for its case, by the library's own tokens.
func repeats(t *rapid.T, d *json.Decoder) (found bool) {
	token, err := d.Token()
	if err != nil {
		t.Fatal(err)
	}
	delim, _ := token.(json.Delim)
	var keys []string
	for delim != 0 && d.More() {
		if delim == '{' {
			key, err := d.Token()
			if err != nil {
				t.Fatal(err)
			}
			same := func(other string) bool { return strings.EqualFold(other, key.(string)) }
			found = found || slices.ContainsFunc(keys, same)
			keys = append(keys, key.(string))
		}
		found = repeats(t, d) || found
	}
	if delim != 0 {
		if _, err := d.Token(); err != nil { // its end
			t.Fatal(err)
		}
	}
	return found
}

// A lone surrogate is what encoding/json would replace.
func TestLoneSurrogate(t *testing.T) {
	piece := rapid.SampledFrom([]string{"a", "é", "🙂", `\n`, `\"`, `\\`, `\/`, "u", "d83d", `\u0061`, `\ud83d`, `\uDBFF`, `\ude42`, `\uDC00`, `\ue000`, `\ud7ff`})
	rapid.Check(t, func(t *rapid.T) {
		quoted := `"` + strings.Join(rapid.SliceOf(piece).Draw(t, "pieces"), "") + `"`
		var text string
		if err := json.Unmarshal([]byte(quoted), &text); err != nil {
			t.Fatal(err)
		}
		if got, want := hasHalf([]byte(quoted)), strings.ContainsRune(text, utf8.RuneError); got != want {
			t.Fatalf("%s: %t, want %t", quoted, got, want)
		}
	})
}

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
		var got struct {
			Image DataURLFile `json:"image"`
		}
		if decode(body, &got) != nil || got.Image.Missing() || got.Image.Err != nil {
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
		if err != nil || !bytes.Equal(want, got.Image.File) {
			t.Errorf("got %q, want %q (%v)", got.Image.File, want, err)
		}
	})
}
