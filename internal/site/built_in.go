package site

import (
	"embed"
	"fmt"
	"strings"
)

// builtInTexts are the legal pages shown until the administrator saves a text.
//
//go:embed legal/*.md
var builtInTexts embed.FS

// builtIn returns the built-in text of a legal page, with the site's name filled in.
func builtIn(kind LegalType, siteName string) string {
	text, err := builtInTexts.ReadFile("legal/" + string(kind) + ".md")
	if err != nil { // there is one for each type, as a test checks
		panic(fmt.Sprintf("read a text that comes with the program: %v", err))
	}
	return strings.ReplaceAll(string(text), "{product}", escaped(siteName))
}

// escaped escapes a text so that Markdown shows it literally.
func escaped(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r < 128 && strings.ContainsRune("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
