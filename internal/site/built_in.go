package site

import (
	"embed"
	"fmt"
	"strings"
)

// builtInTexts are what legal pages say until the administrator has saved a text.
//
//go:embed legal/*.md
var builtInTexts embed.FS

// builtIn is the text that comes with the program, in the name of the site.
func builtIn(kind LegalType, siteName string) string {
	text, err := builtInTexts.ReadFile("legal/" + string(kind) + ".md")
	if err != nil { // there is one of each type, as a test checks
		panic(fmt.Sprintf("read a text that comes with the program: %v", err))
	}
	return strings.ReplaceAll(string(text), "{product}", escaped(siteName))
}

// escaped is a text that Markdown takes as it is.
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
