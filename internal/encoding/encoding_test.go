package encoding

import (
	"strings"
	"testing"
)

// Accept-Encoding is parsed as RFC 9110 defines it.
func TestAcceptEncoding(t *testing.T) {
	for header, want := range map[string]Encoding{
		"":                                 Identity,
		"gzip":                             Gzip,
		"GZIP":                             Gzip,
		"gzip, deflate":                    Gzip,
		"gzip, deflate, br":                Brotli,
		"zstd, gzip":                       Zstd,
		"identity":                         Identity,
		"deflate, compress":                Identity,
		"gzip;q=0":                         Identity,
		"br;q=0, gzip":                     Gzip,
		"br;q=0, gzip;q=0.5":               Gzip,
		"br;q=0.1, gzip;q=0.9":             Gzip,
		"zstd;q=0.5, br;q=0.8, gzip;q=0.8": Brotli,
		"gzip; q=0.9":                      Gzip,
		"gzip;Q=0.3, br;q=0.2":             Gzip,
		"identity;q=1, gzip;q=0.5":         Identity,
		"identity, gzip;q=0.5":             Identity,
		"identity;q=0.5, gzip;q=0.5":       Gzip,
		"identity;q=0":                     Identity, // sent anyway: better than an error
		"identity;q=0, *;q=0":              Identity,
		"identity;q=0, gzip;q=0.1":         Gzip,
		"deflate, gzip;q=0.5":              Gzip, // deflate is not supported
		"*;q=0":                            Identity,
		"br;q=0.1, *;q=0":                  Brotli,
		"identity, *;q=0.5":                Identity,
		"br;q=0, zstd;q=0, *":              Gzip,
		"gzip, *;q=0.5":                    Gzip,
		"gzip;q=high":                      Identity,
		"br;q=2, gzip;q=x":                 Identity,
		"br;q=-1, zstd;q=NaN":              Identity,
		"identity;q=-1, gzip;q=0":          Identity,
		"identity;q=NaN, gzip":             Gzip,
		"gzip;0.5":                         Identity,
		"br;level=4":                       Identity,
		strings.Repeat("nonsense, ", 200):  Identity,
		strings.Repeat("x,", 1000) + "br":  Brotli,
	} {
		for _, preferred := range []Encoding{Brotli, Zstd} {
			if got := Accepted([]string{header}, preferred); got != want {
				t.Errorf("%.40q, preferred %s: %s, want %s", header, preferred, got, want)
			}
		}
	}
}

// Among encodings of equal quality, the server's preference decides.
func TestAcceptEncodingPreference(t *testing.T) {
	for _, test := range []struct {
		header         string
		gzip, br, zstd Encoding
	}{
		{header: "gzip, deflate, br, zstd", gzip: Gzip, br: Brotli, zstd: Zstd},
		{header: "zstd, br, deflate, gzip", gzip: Gzip, br: Brotli, zstd: Zstd},
		{header: " br ; q=0.8 ,zstd;q=0.8", gzip: Zstd, br: Brotli, zstd: Zstd},
		{header: "*", gzip: Gzip, br: Brotli, zstd: Zstd},
		{header: "br;q=0, *", gzip: Gzip, br: Zstd, zstd: Zstd},
		{header: "zstd;q=0, *", gzip: Gzip, br: Brotli, zstd: Brotli},
		{header: "br;q=0.9, *", gzip: Gzip, br: Zstd, zstd: Zstd},
		{header: "br;q=0.5, zstd;q=0.6, gzip;q=0.4", gzip: Zstd, br: Zstd, zstd: Zstd},
		{header: "br, gzip", gzip: Gzip, br: Brotli, zstd: Brotli},
	} {
		for preferred, want := range map[Encoding]Encoding{Gzip: test.gzip, Brotli: test.br, Zstd: test.zstd} {
			if got := Accepted([]string{test.header}, preferred); got != want {
				t.Errorf("%q, preferred %s: %s, want %s", test.header, preferred, got, want)
			}
		}
	}
}

// All lines of the header are parsed.
func TestAcceptEncodingLines(t *testing.T) {
	if got := Accepted([]string{"gzip;q=0.5", "br;q=0.7, zstd;q=0.6"}, Zstd); got != Brotli {
		t.Errorf("two lines: %s, want br", got)
	}
	if got := Accepted(nil, Zstd); got != Identity {
		t.Errorf("no line: %s, want identity", got)
	}
}

// Accepted and Known allocate no memory.
func TestNegotiationAllocations(t *testing.T) {
	accept, ifNoneMatch, tag := []string{"gzip, deflate, br;q=0.9, zstd;q=0.8, *;q=0"}, []string{`"other", W/"a-br"`}, Brotli.Tag("a")
	if n := testing.AllocsPerRun(100, func() {
		if Accepted(accept, Brotli) != Gzip || !Known(ifNoneMatch, tag) {
			t.Error("the encoding is not gzip, or the tag is not recognized")
		}
	}); n > 0 {
		t.Errorf("%v allocations, want none", n)
	}
}
