package search

import (
	"fmt"
	"testing"
)

// correctable are documents whose words are mistyped below.
func correctable() *Index {
	return Build([]*Document{
		{Name: "Video Marketer"}, {Name: "Cutter", Text: "A video editor that knows what to cut"}, {Name: "Adobe Photoshop"},
		{Name: "Photos"}, {Name: "Browser Use"}, {Name: "Éclair"}, {Name: "Alpha", Text: "Transcription and a transcript on paper"},
		{Name: "Beta", Text: "removes the background"}, {Name: "Remove All"}, {Name: "Firecracker"}, {Name: "C++ Coach"},
	})
}

// corrected is the query as it was read for the best of what it finds.
func corrected(ix *Index, query string) string {
	m := ix.Search(query)
	if !m.Corrected {
		return ""
	}
	return ix.CorrectedQuery(query, ranked(m)[0])
}

// Typos that were forgiven are named.
func TestCorrection(t *testing.T) {
	for query, want := range map[string]string{
		"vidoe": "video", "Vidoe": "video", "vidoe editor": "video editor", "Cut, vidoe": "Cut, video", "vidoe-editor": "video editor",
		"vidoe editr": "video editor", "adobe photoshp": "adobe photoshop", "photoshp": "photoshop", "browsre ue": "Browser Use",
		"eclar": "eclair", "transcripton": "transcription", "firecrakc": "firecracker", "c++ cooach": "c++ coach",
		"remove the backgroud": "remove the background",
	} {
		same(t, query, corrected(correctable(), query), want)
	}
}

// What is found as typed is not corrected.
func TestCorrectionNotNeeded(t *testing.T) {
	for _, c := range []struct{ rule, query string }{
		{"a word", "video"}, {"the beginning of one", "vide"}, {"another form of it", "videos"}, {"another word for it", "clip"},
		{"the beginning of a name", "photosho"}, {"a name without its blanks", "browseruse"}, {"two words as one", "videoeditor"},
		{"accents", "éclair"}, {"symbols", "++"}, {"nothing", ""}, {"nothing that is known", "blorptangle"},
		{"a word that is left out", "remove the background blorptangle"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			same(t, c.query, corrected(correctable(), c.query), "")
		})
	}
}

// A correction is that of the document.
func TestCorrectionPerDocument(t *testing.T) {
	ix := named("Photoshot", "Photoshop").Patch(map[uint32]*Document{4: {Name: "Photoshoot"}})
	for document, want := range map[uint32]string{0: "photoshot", 1: "photoshop", 4: "photoshoot"} {
		same(t, fmt.Sprint("document ", document), ix.CorrectedQuery("photoshozt", document), want)
	}
}

// A correction ends when a document has the word.
func TestCorrectionAfterPatch(t *testing.T) {
	ix := named("Video", "Other")
	same(t, "the correction", corrected(ix, "vidoe"), "video")
	ix = ix.Patch(map[uint32]*Document{2: {Name: "Thing", Text: "vidoe"}})
	same(t, "the correction once a document has the word", corrected(ix, "vidoe"), "")
}
