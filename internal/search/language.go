package search

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// language holds what search knows about English and about AI tools.
type language struct {
	stops             map[string]bool
	requests          map[string]bool
	weak              map[string]float64
	tails             map[string]bool
	beside            map[string]bool // stems of circumstances
	travels, programs map[string]bool // stems
	places, trades    map[string]bool
	needs             *needs
	promotional       map[string]bool       // stems
	meanings          map[string][][]string // by stemmed phrase: its synonyms as stems, without stop words
}

// stopWords carry no information. Search uses them only when the query has nothing else.
const stopWords = `a about an and are as at be by can do for from get has have how i i'm in into is it its me my of on or our
	please so some that the their them this to up us want was we what when which who will with without you your`

// weakWords describe nearly every tool, or appear in nearly every query, so they keep only part of their idf weight.
const weakWords = `add ai app automatically automatic best better easy easily fast faster find free get give go good great
	help helper make making need new online platform program service software solution system take tool tools turn use using virtually way`

// requestWords are how people ask, whatever they ask for. Search skips them like stop words; a comparison of documents
// does not.
const requestWords = `able above tell stuck struggling trouble actually afford again already also always another any anybody anyone anything around away back basically because
	been before behind being below between both bring but cheap come cool could day days did didn't does doesn't doing done don't down during each else
	enough even every everybody everyone everything few first give given gives goes going gone got had has hasn't he hello her here hey
	hi him his if inside instead isn't it's i've i'd just keep keeps kind know knowing known last lately later least less let lets like little long
	looking lot lots many maybe mean means might mine more most much must myself near nearly never next nice no nobody not nothing now off often
	oh ok okay one ones only onto other others ought ourselves out over own people perhaps person please put puts putting quite
	rather real really recommend rid right said same see seen seems several shall she should show since so somebody someone something sometimes
	somewhere soon sort still stuff such suggest sure than thank thanks themselves then there these they thing things those though
	through till time times together too toward towards trying two under unless until upon used very wanna want wanted wants wasn't
	way ways well went were what's whatever whenever where whether while whilst who's whole whom whose why wish within won't
	would yes yet you're yours yourself`

// circumstances are for whom, where and when something is wanted. They order what is found, and rarely are the need.
const circumstances = `aunt bakery bank birthday boss boy brother bride business cafe child children christmas class classmates client clients
	colleague colleagues company couple coworker coworkers customer customers dad daddy daughter employee employees event
	evening family father favorite fiance firm friend friends girl girls grandad granddad grandchild grandfather grandkids grandma
	grandmother grandpa granny guest guests guy home holiday house hour hours husband kid kids lady
	local man men minute minutes mom moms moment month monthly months morning mother moving mum mummy mums neighbor neighbour nephew niece night office
	parent parents partner party phone pupil pupils restaurant school sister small son staff startup student students summer team teenager today
	tomorrow tonight uncle wedding week weekend weekly weeks wife winter woman women work workplace year years yesterday young`

// tailWords begin the part of a request that says for whom, where, when and why.
const tailWords = `about from of for with while when without during because before after so in on at that who where since until if`

// localPhrases ask for something at a place, which no tool is.
var localPhrases = []string{" near me ", " nearby ", " open now ", " opening hours ", " opening times ", " for sale ", " second hand ", " to rent ",
	" weather in ", " weather today ", " weather tomorrow ", " weather this ", " weather next ", " weather forecast for ", " last night ", " what time is ", " what time does "}

// Words before the name of a place, words of traveling, words of trade, and words that ask for a program.
const (
	placeWords   = `in near from to at around`
	travelWords  = `travel trip itinerary vacation holiday visit tour`
	tradeWords   = `cheap cheapest used buy rent rental hire price prices delivery delivered discount secondhand bargain`
	programWords = `ai app tool software bot`
)

// promotionalWords are found in descriptions of tools of any kind. They say nothing when two documents are compared.
const promotionalWords = `10x advanced affordable amazing available awesome beautiful boost breeze deserve discover effortless
	effortlessly elevate endless endlessly enhance enjoy entire ever everyone exclusive explore fastest first
	friendly goodbye hassle incredible innovative instant instantly intuitive just latest leading leverage let
	like millions modern more most much never next now offer only original perfect popular possible powerful
	premium pro quick quickly ready reliable revolutionary revolutionize robust save say seamless seamlessly
	signup simple simply simplify smart streamline stunning super supercharge tailored today top trial trusted
	ultimate unified unique unleash unlimited unlock various wait waiting yourself you'll you're you've`

// actions are what people want done. They say less than the object does: a contract tool that does not say "review" is
// more relevant than a tool that reviews something else. Tool names derived from actions count too.
const actions = `analyse analyze ask build change check clone convert create design detect do draw edit explain extract
	fix generate improve learn make manage monitor plan practice practise prepare read record redesign replace review run
	scan schedule search send solve speak summarise summarize talk test track train transform translate try understand write
	assistant builder checker creator editor finder generator maker planner reader writer`

// Factors on the idf weight of such words, of a word that the query negates ("without code"), and of words beside a need.
const (
	weakPart         = 0.35
	actionPart       = 0.6
	deniedPart       = 0.35
	circumstancePart = 0.3
	besidePart       = 0.5
	tailPart         = 0.5
)

// meanings are groups of synonyms that people use when they look for a tool, one group a line. The table is small and
// made by hand: each group holds for AI tools (a "deck" is slides), not for English.
const meanings = `
photo, image, picture, pic, photograph
video, clip, movie, footage
tts, text to speech, voiceover, voice over, speech synthesis
stt, asr, speech to text, audio to text, speech recognition, transcription, transcribe
cv, resume, curriculum vitae
ppt, powerpoint, presentation, slide, slideshow, deck
llm, large language model, language model
local, locally, laptop, self hosted, on device, offline, own machine
database, db
spreadsheet, excel, sheet
doc, document
headshot, portrait, profile picture
selfie, portrait
subtitle, caption
translate, translation, translator, localization
trip, travel, itinerary, vacation, holiday
music, song
seo, search engine optimization
email, e mail, mail, inbox
chatbot, chat bot, bot
code, coding, programming
pull request, pr, merge request, code review
contract, agreement
legal, law, lawyer, attorney
summarize, summary, summarise, tldr
interior, room, home, living room, bedroom, decor
design, redesign
clothes, clothing, outfit, garment, fashion
shop, store, ecommerce, e commerce, shopping
no code, nocode, without code, without coding
website, web page, web site, landing page
kid, child, children
remove, remover, removal, erase, eraser, delete
upscale, upscaler, enhance, enhancer, enlarge, super resolution
ad, ads, advert, advertising, advertisement
kubernetes, k8s
ml, machine learning
nlp, natural language processing
rag, retrieval augmented generation
game, gaming
trading, investing, investment, trader
monitor, monitoring, observability, tracing
detect, detection, detector, checker
write, writer, writing, copywriting
generate, generator, generation, create, creator, maker, builder, build
edit, editor, editing
summarizer, summarize
voice, speech
audio, sound
job, career
learn, learning, study, practice, practise
text, content
hr, human resources, recruiting, recruitment, hiring
crm, customer relationship management
customer support, customer service, help desk, helpdesk
ui, user interface
ocr, text recognition
gpu, graphics card
3d, three dimensional
qa, question answering
kb, knowledge base
iac, infrastructure as code
meme, funny picture
draw, drawing, sketch
logo, brand mark
plugin, extension, addon, add on
agent, agents, agentic
bug, debug, debugging
test, testing, qa
security, secure, vulnerability
health, medical, healthcare
finance, financial
math, maths, mathematics
essay, paper
notes, note
dating, companion
`

// sharedLanguage returns the language, which is made once: it is a lot of stemming.
var sharedLanguage = sync.OnceValue(newLanguage)

func newLanguage() *language {
	l := &language{stops: map[string]bool{}, requests: map[string]bool{}, beside: map[string]bool{}, weak: map[string]float64{}, promotional: map[string]bool{}, meanings: map[string][][]string{}}
	for _, word := range strings.Fields(stopWords) {
		l.stops[strings.ReplaceAll(word, "'", "")] = true
	}
	for _, word := range strings.Fields(requestWords) {
		l.requests[strings.ReplaceAll(word, "'", "")] = true
	}
	l.tails, l.places, l.trades = setOf(tailWords), setOf(placeWords), setOf(tradeWords)
	l.travels, l.programs = stemsOf(travelWords), stemsOf(programWords)
	for _, word := range strings.Fields(weakWords) {
		l.weak[stem(word)] = weakPart
	}
	for _, word := range strings.Fields(promotionalWords) {
		l.promotional[stem(strings.ReplaceAll(word, "'", ""))] = true
	}
	for _, word := range strings.Fields(actions) {
		if _, weaker := l.weak[stem(word)]; !weaker {
			l.weak[stem(word)] = actionPart
		}
	}
	for _, word := range strings.Fields(circumstances) {
		l.beside[stem(word)] = true
	}
	for _, line := range strings.Split(strings.TrimSpace(meanings), "\n") {
		l.group(strings.Split(line, ", "))
	}
	l.needs = newNeeds(needsText, l)
	return l
}

// setOf returns the words.
func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(words) {
		set[word] = true
	}
	return set
}

// stemsOf returns the stems of the words.
func stemsOf(words string) map[string]bool { return setOf(stemPhrase(strings.Fields(words))) }

// isTelling reports whether the word may be what is wanted.
func (l *language) isTelling(w word) bool {
	_, weak := l.weak[w.stem]
	return !weak && !l.stops[w.text] && !l.beside[w.stem]
}

// isLocal reports whether the words contain a local phrase.
func isLocal(words []word) bool {
	text := " "
	for _, w := range words {
		text += w.text + " "
	}
	return slices.ContainsFunc(localPhrases, func(phrase string) bool { return strings.Contains(text, phrase) })
}

func (l *language) group(phrases []string) {
	stems := make([]string, 0, len(phrases))
	seen := map[string]bool{}
	for _, phrase := range phrases {
		if key := stemPhrase(strings.Fields(phrase)); !seen[key] {
			seen[key] = true
			stems = append(stems, key)
		}
	}
	for _, key := range stems {
		for _, other := range stems {
			if other != key {
				l.meanings[key] = append(l.meanings[key], l.telling(strings.Fields(other)))
			}
		}
	}
}

// telling removes the stop words.
func (l *language) telling(words []string) []string {
	return slices.DeleteFunc(words, func(word string) bool { return l.stops[word] })
}

func stemPhrase(words []string) string {
	stems := make([]string, len(words))
	for i, word := range words {
		stems[i] = stem(word)
	}
	return strings.Join(stems, " ")
}

// English words, from WordNet (its license is in the notices): all of them, those that mean a thing that can be touched,
// and names of places. `go run ./.ci/words` writes the files.
var (
	//go:embed english.bin
	englishWords bloom
	//go:embed things.bin
	things bloom
	//go:embed places.bin
	places bloom
)

// bloom is a Bloom filter of words' stems: it has every word that was added, and one in 300 of those that were not.
type bloom []byte

// The bits that a stem sets, and the bits of a filter for each stem.
const (
	bloomHashes = 6
	bloomBits   = 12
)

// NewBloom returns the content of a filter of the words' stems.
func NewBloom(words []string) []byte {
	stems := map[string]bool{}
	for _, word := range words {
		stems[stem(word)] = true
	}
	b := make(bloom, len(stems)*bloomBits/8+1)
	for s := range stems {
		for _, at := range b.bits(s) {
			b[at/8] |= 1 << (at % 8)
		}
	}
	return b
}

func (b bloom) has(stem string) bool {
	for _, at := range b.bits(stem) {
		if b[at/8]&(1<<(at%8)) == 0 {
			return false
		}
	}
	return true
}

func (b bloom) bits(stem string) (bits [bloomHashes]uint64) {
	h := hash(stem)
	step := h>>32 | 1
	for i := range bits {
		bits[i] = (h + uint64(i)*step) % (uint64(len(b)) * 8)
	}
	return bits
}
