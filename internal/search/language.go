package search

import (
	"slices"
	"strings"
)

// language holds what search knows about English and about AI tools.
type language struct {
	stops       map[string]bool
	weak        map[string]float64
	promotional map[string]bool       // stems
	meanings    map[string][][]string // by stemmed phrase: its synonyms as stems, without stop words
}

// stopWords carry no information. Search uses them only when the query has nothing else.
const stopWords = `a about an and are as at be by can do for from get has have how i i'm in into is it its me my of on or our
	please so some that the their them this to up us want was we what when which who will with without you your`

// weakWords describe nearly every tool, or appear in nearly every query, so they keep only part of their idf weight.
const weakWords = `add ai app application automatically automatic best better easy easily fast faster find free get give good great
	help helper make making need new online platform program service software solution system take tool tools turn use using virtually way`

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

// Factors on the idf weight of such words, and of a word that the query negates ("without code").
const (
	weakPart   = 0.35
	actionPart = 0.6
	deniedPart = 0.35
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

func newLanguage() *language {
	l := &language{stops: map[string]bool{}, weak: map[string]float64{}, promotional: map[string]bool{}, meanings: map[string][][]string{}}
	for _, word := range strings.Fields(stopWords) {
		l.stops[strings.ReplaceAll(word, "'", "")] = true
	}
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
	for _, line := range strings.Split(strings.TrimSpace(meanings), "\n") {
		l.group(strings.Split(line, ", "))
	}
	return l
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
