package search

import (
	"slices"
	"strings"
	"testing"
)

// Symbols make another word.
func TestSymbolsInWords(t *testing.T) {
	for text, want := range map[string]string{
		"C++": "c++", "in pure C/C++.": "c++", "C++11": "c++", "C++React": "c++", "(C#)": "c#", "C#, F#": "c# f#", "Ｃ＋＋": "c++",
		".NET": ".net", "for .NET and": ".net", "(.NET)": ".net", "Notepad++": "notepad++", "Command R+ by": "r+", "Éclair+": "eclair+",
		"node.js": "", "Elai.io": "", "VQGAN+CLIP": "", "Ctrl+C": "", "A + B": "", "100+ tools": "", ".5": "", "...and": "", "end. Next": "",
		"#opensource": "", "++": "", "图像+": "", "a.b ..c": "", strings.Repeat("a", maxWord) + "+": "",
	} {
		var s splitter
		s.reset()
		s.add(text)
		var got []string
		for _, w := range s.symbolWords {
			got = append(got, w.text)
		}
		same(t, text, got, strings.Fields(want))
	}
}

// languages say what they are written in, each in another place.
func languages() *Index {
	docs := []*Document{
		{Name: "C"}, {Name: "C Coach", Text: "Lessons in C"}, {Name: "Cat"}, {Name: "Net Worth"}, {Name: "Mailnet.net", Text: "the net"},
		{Name: "Alpha", Text: "An engine that runs everywhere, on telephones and on watches and elsewhere too, written in C++"},
		{Name: "Beta", Text: "An inference engine in C/C++."}, {Name: "Gamma", Tags: []string{"C++"}}, {Name: "Delta", Categories: []string{"C++"}},
		{Name: "Epsilon C++"}, {Name: "C++ Coach"}, {Name: "Zeta", Tags: []string{"C#"}}, {Name: "Eta", Text: "Refactoring for .NET and others"},
	}
	for range 20 {
		docs = append(docs, &Document{Name: "Other"})
	}
	return Build(docs)
}

// Languages with symbols are found first.
func TestSymbolsLanguages(t *testing.T) {
	for query, want := range map[string]string{
		"c++": "C++ Coach, Epsilon C++, Beta, Delta, Gamma, Alpha, C Coach", "C++": "C++ Coach, Epsilon C++, Beta, Delta, Gamma, Alpha, C Coach",
		"c#": "Zeta, C Coach", ".net": "Eta, Mailnet.net", "c++ engine": "Beta, Alpha", "engine in c++": "Beta, Alpha",
		"c": "C, C Coach", "c++ coach": "C++ Coach, C Coach", "c coach": "C Coach, C++ Coach", "f#": "", "net": "Net Worth",
		"c+": "C, C Coach", "c++!": "C++ Coach, Epsilon C++",
	} {
		t.Run(query, func(t *testing.T) {
			got := found(languages(), query)
			if first := list(want); !slices.Equal(got[:min(len(got), len(first))], first) || len(first) == 0 && len(got) > 0 {
				t.Errorf("finds %q, want first %q", got, first)
			}
		})
	}
}

// Names with symbols are names.
func TestSymbolsInNames(t *testing.T) {
	ix := named("Notepad", "Notepad++", "Command R", "Command R+", "Lexis+ AI", "VQGAN+CLIP", "CSLA .NET")
	for query, want := range map[string]string{"notepad++": "Notepad++", "notepad": "Notepad", "command r+": "Command R+", "command r": "Command R",
		"lexis+": "Lexis+ AI", "lexis ai": "Lexis+ AI", "vqganclip": "VQGAN+CLIP", "csla.net": "CSLA .NET", "csla .net": "CSLA .NET"} {
		if got := found(ix, query); len(got) == 0 || got[0] != want {
			t.Errorf("%q finds %q, want %q first", query, got, want)
		}
	}
}

// A word with symbols goes away with its documents.
func TestSymbolsPatch(t *testing.T) {
	ix := named("C Coach", "C++ Coach").Patch(map[uint32]*Document{1: nil})
	same(t, "that for C, with none for C++ any more", ix.Search("c++").Docs, []uint32{0})
	ix = ix.Patch(map[uint32]*Document{7: {Name: "Coach", Tags: []string{"c++"}}})
	same(t, "with a new one", ranked(ix.Search("c++")), []uint32{7, 0})
}

// Real tools for a language are found first.
func TestSymbolsRealTools(t *testing.T) {
	ix, ids := realTools(t)
	if ix == nil {
		return
	}
	for query, want := range map[string]string{
		"c++": "chatgptwizard code-intelligence-ci-fuzz code-language-converter ctranslate2 faster-whisper gpt4all invisible-playwright llama-cpp llamafile the0 whisper-cpp",
		"c#":  "codex-cli mcp-c-sdk semantic-kernel the0", ".net": "agent-framework dart resharper",
	} {
		wanted := strings.Fields(want)
		got := best(ix, ids, query, len(wanted))
		slices.Sort(got)
		same(t, query, got, wanted)
	}
}
