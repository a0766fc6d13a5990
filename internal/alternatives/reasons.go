package alternatives

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// How much is said: names in a sentence, uses and audiences among the reasons, sentences of one form on a page.
const (
	mostNamed     = 3
	mostUses      = 3
	mostAudiences = 2
	mostOfForm    = 4
)

// audiences are the words for whom a tool is made, as texts have them after "for".
var audiences = []string{"developers", "designers", "marketers", "researchers", "students", "teachers", "educators", "writers", "creators", "musicians",
	"photographers", "filmmakers", "recruiters", "lawyers", "startups", "agencies", "freelancers", "beginners", "enterprises", "teams"}

// reasonsToSwitch says in sentences made from facts why somebody may leave a tool: alternatives with a lower price, a deal, open
// code, another use, another audience, by name. The list is empty if there is no such fact.
func reasonsToSwitch(tool catalog.Product, alternatives []catalog.Product) []string {
	reasons := []string{}
	// add appends the sentence that form makes of the names and the verb for so many of them.
	add := func(is func(other catalog.Product) bool, one, many, form string) {
		if names, count := namesOf(alternatives, is); count > 0 {
			verb := one
			if count > 1 {
				verb = many
			}
			reasons = append(reasons, strings.NewReplacer("{names}", names, "{verb}", verb, "{tool}", tool.Name).Replace(form))
		}
	}
	before := map[catalog.Type]string{
		catalog.Premium: "{tool} is a paid tool; ", catalog.Freemium: "{tool} has paid plans; ", catalog.Unknown: "No price is listed for {tool}; ",
	}[tool.Type]
	add(func(other catalog.Product) bool { return other.Type == catalog.Free && tool.Type != catalog.Free }, "is", "are", before+"{names} {verb} free.")
	if len(reasons) > 0 {
		before = ""
	}
	add(func(other catalog.Product) bool { return startsFree(tool, other) }, "has", "have", before+"{names} {verb} a free plan.")
	add(func(other catalog.Product) bool { return other.HasDeal && !tool.HasDeal }, "has", "have", "{names} {verb} a deal right now.")
	own := textOf(tool)
	add(func(other catalog.Product) bool { return isOpen(other) && !isOpen(tool) }, "is", "are", "{names} {verb} open source.")
	for i, use := range usesBesides(tool, alternatives) {
		form := [mostUses]string{"{names} also {verb} {use}.", "If you need {use} too: {names}.", "For {use} there {verb} {names}."}[i]
		verbs := [mostUses][2]string{{"covers", "cover"}, {}, {"is", "are"}}[i]
		add(func(other catalog.Product) bool { return slices.Contains(other.Categories, use) }, verbs[0], verbs[1], strings.ReplaceAll(form, "{use}", catalog.InSentence(use)))
	}
	first, last := len(reasons), ""
	for _, audience := range audiences {
		if strings.Contains(own, audience) || len(reasons) == first+mostAudiences {
			continue
		}
		is := func(other catalog.Product) bool { return isFor(other, audience) }
		names, count := namesOf(alternatives, is)
		switch {
		case count == 0:
		case len(reasons) == first:
			add(is, "is", "are", "{names} {verb} made for "+audience+".")
			last = names
		case names == last:
			reasons[first] = strings.TrimSuffix(reasons[first], ".") + " and " + audience + "."
			return reasons
		default:
			add(is, "is", "are", "For "+audience+" there {verb} {names}.")
		}
	}
	return reasons
}

// startsFree reports whether an alternative that is free to start is cheaper than the tool.
func startsFree(tool, other catalog.Product) bool {
	return other.Type == catalog.Freemium && (tool.Type == catalog.Premium || tool.Type == catalog.Unknown)
}

// namesOf lists the first few names of the products: "Krea, Pika and Vidu", "Krea, Pika, Vidu and 4 more". It returns their number too.
func namesOf(products []catalog.Product, is func(p catalog.Product) bool) (list string, count int) {
	var names []string
	for _, p := range products {
		if is(p) {
			names = append(names, p.Name)
		}
	}
	count = len(names)
	if more := count - mostNamed; more > 1 {
		names = append(names[:mostNamed:mostNamed], fmt.Sprintf("%d more", more))
	}
	if len(names) < 2 {
		return strings.Join(names, ""), count
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1], count
}

// textOf returns all that a tool says of itself, folded.
func textOf(p catalog.Product) string {
	return catalog.Fold(strings.Join(slices.Concat([]string{p.Name, p.Description, p.UseCases}, p.Categories, p.Tags), " "))
}

func isOpen(p catalog.Product) bool {
	return slices.ContainsFunc(p.Tags, func(tag string) bool { return strings.ReplaceAll(catalog.Fold(tag), "-", " ") == "open source" })
}

// usesBesides returns the categories that several of the alternatives have, but not most of them, and the tool does not: at most
// mostUses, those of the most alternatives first.
func usesBesides(tool catalog.Product, alternatives []catalog.Product) (found []string) {
	counts := map[string]int{}
	for _, other := range alternatives {
		for _, use := range categoriesBesides(tool, other) {
			if counts[use]++; counts[use] == 1 {
				found = append(found, use)
			}
		}
	}
	found = slices.DeleteFunc(found, func(use string) bool { return counts[use] < 2 || 3*counts[use] > 2*len(alternatives) })
	slices.SortStableFunc(found, func(a, b string) int { return counts[b] - counts[a] })
	return found[:min(len(found), mostUses)]
}

func categoriesBesides(tool, other catalog.Product) (names []string) {
	for _, name := range other.Categories {
		if name != catalog.OtherCategory && !slices.Contains(tool.Categories, name) {
			names = append(names, name)
		}
	}
	return names
}

// isFor reports whether a tool's text says that it is for an audience: "for developers", "for busy marketing teams".
func isFor(p catalog.Product, audience string) bool {
	words := strings.FieldsFunc(catalog.Fold(p.Description), func(r rune) bool { return !unicode.IsLetter(r) })
	for at, word := range words {
		if word == audience && slices.Contains(words[max(0, at-3):at], "for") {
			return true
		}
	}
	return false
}

// Forms of sentences about an alternative that say a fact.
const (
	free     = "is free"
	freePlan = "has a free plan"
	deal     = "has a deal"
	open     = "is open source"
	category = "has another category"
)

// cues are words after which a description says what a sentence can repeat; each makes a form.
var cues = []string{"turns", "helps", "lets", "for", "without", "from", "supports", "includes", "offers", "with", "in", "on", "across", "powered by", "via", "using"}

// forms are all of them, the most telling first.
var forms = slices.Concat([]string{free, freePlan, deal, open}, cues, []string{category})

// standouts says of each alternative in a sentence what it has that the text of the tool does not; empty: nothing is known. At most
// mostOfForm of them have the same form, and no two are the same.
func standouts(tool catalog.Product, alternatives []catalog.Product) []string {
	said, counts, own := make([]string, len(alternatives)), map[string]int{}, textOf(tool)
	for i, other := range alternatives {
		sentences, rarest, least := sentencesOf(tool, own, other), "", mostOfForm
		for _, form := range forms {
			if sentence := sentences[form]; sentence != "" && counts[form] < least && !slices.Contains(said, sentence) {
				rarest, least = form, counts[form]
			}
		}
		said[i] = sentences[rarest]
		counts[rarest]++
	}
	return said
}

// sentencesOf returns what can be said of an alternative beside a tool with this text, by form.
func sentencesOf(tool catalog.Product, own string, other catalog.Product) map[string]string {
	sentences := phrasesOf(own, other)
	if other.Type == catalog.Free {
		sentences[free] = map[catalog.Type]string{catalog.Premium: "Free, while " + tool.Name + " is paid.", catalog.Freemium: "Free; " + tool.Name + " has paid plans.", catalog.Unknown: "Free to use."}[tool.Type]
	}
	if startsFree(tool, other) {
		sentences[freePlan] = "Has a free plan."
	}
	if other.HasDeal && !tool.HasDeal {
		sentences[deal] = "Has a deal right now."
	}
	if isOpen(other) && !isOpen(tool) {
		sentences[open] = "Open source."
	}
	if more := categoriesBesides(tool, other); len(more) > 0 {
		sentences[category] = "Also for " + catalog.InSentence(more[0]) + "."
	}
	return sentences
}

// verbs are the cues before a verb or its object; the phrase has what that needs.
var verbs = wordSet("turns helps lets")

// A phrase ends before these words; that of a verb only before breaks.
var (
	breaks = wordSet("that which while who by so because where when if whether then including plus")
	stops  = wordSet("focused based built designed and or to in on for with using via from as is are was be has have can without into at through across like than it you")
	// vague words neither begin nor end a phrase.
	vague = wordSet("free ai you me its us them this that these those the a an all any anyone everyone every more most instance example now just one no zero ease their our of scratch about even " +
		"various multiple several other others many both only personal use each what hours tasks instantly easily quickly effortlessly faster today online")
)

var inTime = wordSet("seconds minutes languages")

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}

// mostRead is how much of a description is read for phrases, in code points.
const mostRead = 400

// A phrase has at most so many words.
const (
	longestNoun = 5
	longestVerb = 9
)

// phrasesOf returns phrases of a tool's description with a word that the folded text does not have, as sentences by their cue.
func phrasesOf(own string, p catalog.Product) map[string]string {
	found, words, name := map[string]string{}, wordsOf(p.Description), catalog.Fold(p.Name)
	name += strings.ReplaceAll(name, " ", "")
	for at := range max(0, len(words)-1) {
		cue := strings.ToLower(words[at].text)
		if cue == "by" && at > 0 {
			cue = strings.ToLower(words[at-1].text) + " by"
		}
		if words[at].end != 0 || found[cue] != "" || !slices.Contains(cues, cue) {
			continue
		}
		if phrase := phraseAt(cue, words[at+1:]); isNews(own+name, phrase) {
			found[cue] = strings.ToUpper(cue[:1]) + cue[1:] + " " + phrase + "."
		}
	}
	return found
}

// word is a word of a text with the first sign of punctuation after it; 0: none.
type word struct {
	text string
	end  rune
}

// wordsOf splits the beginning of a text into words.
func wordsOf(text string) (words []word) {
	rest := "."
	if utf8.RuneCountInString(text) > mostRead {
		text, rest = string([]rune(text)[:mostRead]), ""
	}
	for field := range strings.FieldsSeq(text + rest) {
		inner := strings.TrimLeftFunc(field, isPunctuation)
		if inner != field && len(words) > 0 {
			words[len(words)-1].end = '('
		}
		if trimmed := strings.TrimRightFunc(inner, isPunctuation); trimmed != "" {
			end, size := utf8.DecodeRuneInString(inner[len(trimmed):])
			if size == 0 {
				end = 0
			}
			words = append(words, word{trimmed, end})
		}
	}
	return words
}

func isPunctuation(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("+%$#", r)
}

// phraseAt returns the words after a cue up to one that ends the phrase; empty if none does soon, or if they say too little.
func phraseAt(cue string, words []word) string {
	most, isVerb := longestNoun, verbs[cue]
	if isVerb {
		most = longestVerb
	}
	var phrase []string
	for _, next := range words[:min(len(words), most+1)] {
		lower := strings.ToLower(next.text)
		isEnd := breaks[lower] || !isVerb && stops[lower]
		if !isEnd {
			phrase = append(phrase, next.text)
		}
		if !isEnd && next.end == 0 {
			continue
		}
		if len(phrase) == 0 || len(phrase) > most || isVerb && (len(phrase) < 3 || next.end == ',') {
			return ""
		}
		first, last := phrase[0], phrase[len(phrase)-1]
		isPlural := strings.HasSuffix(last, "s")
		isOne := len(phrase) == 1 && first == strings.ToLower(first) // "with visuals"
		switch {
		case !isVerb && vague[strings.ToLower(first)], vague[strings.ToLower(last)],
			!isPlural && (lower == "and" || lower == "or" || next.end == ','), // "with drag and drop", "for cinematic, vivid videos"
			isOne && !(isPlural && (cue == "for" || cue == "in")),
			(cue == "in" || cue == "on") && first == strings.ToLower(first) && first != "your" && !inTime[last]: // "in mind", "on demand"
			return ""
		}
		return strings.Join(phrase, " ")
	}
	return ""
}

// isNews reports whether a phrase has a word of three letters that the folded text does not.
func isNews(own, phrase string) bool {
	for word := range strings.FieldsSeq(catalog.Fold(phrase)) {
		if utf8.RuneCountInString(word) >= 3 && !strings.Contains(own, word) {
			return true
		}
	}
	return false
}
