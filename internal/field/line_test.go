package field

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCleanLine(t *testing.T) {
	for text, want := range map[string]string{
		"Chat\u200bGPT": "ChatGPT", "\ufeffChatGPT\u2060": "ChatGPT", "e\u200b\u0301": "é", "a \u200b b": "a  b", "a\u200b \ufeff": "a",
		"\u3164": "", "\u3164\u200b ": "", "\u3164a\u3164": "a", "a\u3164b": "a\u3164b",
		"Chat\u200dGPT": "ChatGPT", "Chat\u200cGPT": "ChatGPT", "\u200da\u200d": "a", "e\u0301\u200dx": "éx", "日\u200d本": "日本", "\u200d": "",
		"👩\u200d👩\u200d👧": "👩\u200d👩\u200d👧", "👩\u200d": "👩", "👩\u200da": "👩a", "a\u200d👩": "a👩", "👩\u200c👧": "👩👧",
		"🏳\ufe0f\u200d🌈": "🏳\ufe0f\u200d🌈", "👩🏽\u200d⚕\ufe0f": "👩🏽\u200d⚕\ufe0f", "🙂\u200d↔\ufe0f": "🙂\u200d↔\ufe0f", "👩\u200d\u200d👧": "👩\u200d👧", "👩\u200b\u200d👧": "👩\u200d👧",
		"می\u200cخواهم": "می\u200cخواهم", "کِ\u200cم": "کِ\u200cم", "ه\u200d": "ه\u200d", "क्\u200dष": "क्\u200dष", "ශ්\u200dරී": "ශ්\u200dරී", "می\u200c\u200cخ": "می\u200cخ",
		"soft\u00adhyphen": "soft\u00adhyphen",
	} {
		if got := CleanLine(text); got != want {
			t.Errorf("%+q becomes %+q, want %+q", text, got, want)
		}
	}
	t.Run("is idempotent", func(t *testing.T) {
		pieces := []string{"\u200b", "\u2060", "\ufeff", "\u3164", "\u200c", "\u200d", "a", "e", "\u0301", "\u0338", "👩", "🏽", "\ufe0f", "↔", "←", "⚕", "م", "ِ", "क", "्", " ", "\u202e", "\u00ad", "\u1100", "\u1161"}
		rapid.Check(t, func(t *rapid.T) {
			text := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 9), func(p []string) string { return strings.Join(p, "") })).Draw(t, "text")
			clean := CleanLine(text)
			if again := CleanLine(clean); again != clean || Clean(clean) != clean {
				t.Fatalf("%+q becomes %+q, and that becomes %+q", text, clean, again)
			}
			if strings.ContainsAny(clean, "\u200b\u2060\ufeff") {
				t.Fatalf("%+q becomes %+q", text, clean)
			}
		})
	})
}
