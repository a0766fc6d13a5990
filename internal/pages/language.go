package pages

import (
	"html/template"
	"sort"
	"strings"
)

// scripts are what letters from a code point on say about the language of a text: the language, if the script serves one;
// "rtl" for Arabic and other scripts from right to left; "?" for Latin, Cyrillic, Devanagari and others that serve
// several; nothing for what is no letter. The front end has the same table (language.ts).
var scripts = []struct {
	first rune
	is    string
}{
	{0x41, "?"}, {0x5b, ""}, {0x61, "?"}, {0x7b, ""}, {0xc0, "?"}, {0x370, "el"}, {0x400, "?"}, {0x530, "hy"}, {0x590, "he"},
	{0x600, "rtl"}, {0x900, "?"}, {0xa00, "pa"}, {0xa80, "gu"}, {0xb00, "or"}, {0xb80, "ta"}, {0xc00, "te"}, {0xc80, "kn"}, {0xd00, "ml"},
	{0xd80, "si"}, {0xe00, "th"}, {0xe80, "lo"}, {0xf00, "bo"}, {0x1000, "my"}, {0x10a0, "ka"}, {0x1100, "ko"}, {0x1200, "?"}, {0x1780, "km"},
	{0x1800, "?"}, {0x1f00, "el"}, {0x2000, ""}, {0x3040, "ja"}, {0x3100, "?"}, {0x3130, "ko"}, {0x3190, ""}, {0x3400, "zh"}, {0xa000, "?"},
	{0xac00, "ko"}, {0xd7b0, ""}, {0xf900, "zh"}, {0xfb00, "?"}, {0xfb1d, "he"}, {0xfb50, "rtl"}, {0xfe00, ""}, {0xfe70, "rtl"}, {0xff00, ""},
}

// leastChinese is how many characters a text without kana needs to be Chinese: a short one may be Japanese.
const leastChinese = 12

// languageOf returns the language that most letters of a text are clearly in, and the direction. Both are empty for a
// text that is read as the page is, or whose script serves several languages: no lang is better than a wrong one.
func languageOf(text string) (lang, dir string) {
	letters, counts := 0, map[string]int{}
	for _, r := range text {
		at := sort.Search(len(scripts), func(i int) bool { return scripts[i].first > r })
		if at == 0 || r > 0xFFFF || scripts[at-1].is == "" {
			continue
		}
		letters++
		counts[scripts[at-1].is]++
	}
	switch {
	case counts["ja"] > 0:
		counts["ja"] += counts["zh"]
		delete(counts, "zh")
	case counts["zh"] < leastChinese:
		delete(counts, "zh")
	}
	if 2*(counts["he"]+counts["rtl"]) > letters {
		dir = "rtl"
	}
	for is, count := range counts {
		if 2*count > letters && is != "?" && is != "rtl" {
			lang = is
		}
	}
	return lang, dir
}

// languageAttributes returns the attributes lang and dir for an element with a text, which begin with a space.
func languageAttributes(text string) template.HTMLAttr {
	var b strings.Builder
	lang, dir := languageOf(text)
	if lang != "" {
		b.WriteString(` lang="` + lang + `"`)
	}
	if dir != "" {
		b.WriteString(` dir="` + dir + `"`)
	}
	return template.HTMLAttr(b.String()) //nolint:gosec // of the table above
}
