package search

import (
	"strings"
	"testing"

	"vitrine/internal/catalog"
)

// ownTools is a small catalogue of invented tools: name, host, categories, tags, description.
const ownTools = `
Clearcut Studio|clearcut.example|Photo Editing|image|Removes the background from a photo in one click. Works on hair and glass.
Backdropper|backdropper.example|Photo Editing|image, cutout|Background remover for product pictures, with a plain or a drawn backdrop.
Pixelwright|pixelwright.example|Image Generation|art|Paints pictures from a sentence in the style of old masters.
Enlargo|enlargo.example|Photo Editing|image|Upscales low resolution images up to eight times without blur.
Portrait Foundry|portraitfoundry.example|Avatars & Portraits|image|Makes professional headshots from a handful of selfies.
Logo Anvil|logoanvil.example|Design & Branding|logo|A logo generator for small firms that hands over vector files.
Hueborn|hueborn.example|Design & Branding|colour|Finds colour palettes that read well for everyone.
Roomsketch|roomsketch.example|Architecture & Real Estate|interior|Interior design ideas for your living room from a single snapshot.
Vocalis|vocalis.example|Voice & Speech|tts|Text to speech with forty voices that sound human.
Echo Forge|echoforge.example|Voice & Speech|cloning|Clones your voice from a minute of recording.
Narrate.io|narrate.io|Voice & Speech|audio|Reads articles aloud with speech synthesis in twelve languages.
Scribewell|scribewell.example|Transcription & Subtitles|audio|Transcribes interviews and podcasts, names the speakers.
Caption Otter|captionotter.example|Transcription & Subtitles|video|Adds subtitles to a video in thirty languages.
Minutely|minutely.example|Meetings & Notes|notes|Writes meeting notes and action items while you talk.
Meetloom|meetloom.example|Meetings & Notes|calendar|Meeting assistant that records calls and keeps the minutes.
Reel Composer|reelcomposer.example|Video|clips|Turns text into short video clips with music.
Cutroom|cutroom.example|Video|editing|Video editor that removes silences by itself.
Tunesmith|tunesmith.example|Music|songs|Composes royalty free background music for films.
Chordial|chordial.example|Music|practice|Listens to your guitar and writes down the chords.
Beatkitchen|beatkitchen.example|Music|drums|Cooks drum loops from a hummed rhythm.
Careerly Resume|careerly.example|HR & Careers|cv|Resume builder that tailors your curriculum vitae to a job advert.
Letterhead Pro|letterhead.example|HR & Careers|jobs|Writes a cover letter out of a job advert and your history.
Deckhand|deckhand.example|Presentations|slides|Builds a pitch deck from bullet points.
Slidemason|slidemason.example|Presentations|powerpoint|Turns a document into presentation slides that export to PowerPoint.
Codeharbor|codeharbor.example|Coding Assistants|editor|Pair programmer in the terminal that edits whole repositories.
Merge Marshal|mergemarshal.example|Coding Assistants|review|Reviews pull requests and points at bugs before people do.
Querywise|querywise.example|Databases & SQL|sql|Writes SQL from plain questions and explains the plan.
Vectorvault|vectorvault.example|RAG & Vector Search|embeddings|A vector database that keeps a billion embeddings on one machine.
Lanternlm|lanternlm.example|Local LLMs & Serving|local|Runs large language models on your own laptop, offline.
Hearth.cpp|hearthcpp.example|Local LLMs & Serving|inference|Inference engine in C++ for quantized models.
Tracewell|tracewell.example|LLM Ops & Evaluation|observability|Monitors LLM calls in production: cost, latency, failures.
Evalanche|evalanche.example|LLM Ops & Evaluation|testing|Test suites for prompts, run on every commit.
Agentarium|agentarium.example|Agent Frameworks|agents|A framework for agents that share a memory.
OpenHerd|openherd.example|Agent Frameworks|agents|Lets many small agents work on one task.
Open Harbor|openharbor.example|Automation & Workflows|workflows|Connects apps with flows that anyone can draw.
Promptsmith|promptsmith.example|Prompts|library|A marketplace for tested prompts.
Paperlantern|paperlantern.example|Research & Science|papers|Finds and summarises scientific papers on a question.
Citewright|citewright.example|Research & Science|citations|Checks citations and formats the bibliography.
Pdf Parley|pdfparley.example|Documents & Knowledge|pdf|Chat with a PDF and get answers with page numbers.
Ledgerling|ledgerling.example|Finance|accounting|Sorts receipts and books them for freelancers.
Tickerscope|tickerscope.example|Finance|stocks|Stock market analysis in plain words each morning.
Clausehound|clausehound.example|Legal|contracts|Reviews contracts and marks risky clauses.
Lexlight|lexlight.example|Legal|law|Legal research assistant for small law firms.
Rankrise|rankrise.example|SEO|keywords|Keyword research and briefs for pages that rank.
Linkgarden|linkgarden.example|SEO|links|Suggests internal links for your blog, good for SEO.
Posthaste|posthaste.example|Social Media|scheduling|Schedules social media posts for the best hour.
Admiralty|admiralty.example|Marketing & Ads|ads|Writes advertisements and tests which one sells.
Mailwright|mailwright.example|Email|outreach|Writes cold email that does not sound cold.
Inbox Zen|inboxzen.example|Email|inbox|Sorts your email and drafts the replies.
Helpdeskling|helpdeskling.example|Customer Support|chatbot|Customer support chatbot that learns from your help pages.
Cardshark Study|cardshark.example|Education|flashcards|Makes flashcards from your lecture notes.
Parlando|parlando.example|Education|languages|Practice speaking a new language with a patient tutor.
Wayfare|wayfare.example|Travel|trips|Plans a trip day by day, with trains and opening hours.
Stitchless|stitchless.example|Fashion & Beauty|clothes|Try on clothes virtually before you buy them.
Gridwise|gridwise.example|Data & Analytics|excel|Excel formula generator that explains each formula.
Chartwell|chartwell.example|Data & Analytics|charts|Draws charts from a spreadsheet and a sentence.
Sitecastle|sitecastle.example|App & Website Builders|no-code|Builds a website without code from a short talk.
Shopkeep Copy|shopkeep.example|E-commerce|copy|Product description generator for online shops.
Shieldmaiden|shieldmaiden.example|Security & Governance|security|Finds leaked secrets and weak dependencies.
Gamewright|gamewright.example|Gaming|worlds|Invents characters and quests for tabletop games.
Medisage|medisage.example|Health & Wellness|health|Explains blood test results and what to ask your doctor.
Translingua|translingua.example|Translation & Languages|translation|Translates documents and keeps their layout.
Crayonbox|crayonbox.example|Fun & Lifestyle|kids|Coloring pages for kids from any wish.
Truthlens|truthlens.example|Writing & Copywriting|detector|Detects AI written text, sentence by sentence.
Éclair Notes|eclair.example|Productivity & Business|notes|Quiet notes that link themselves.
图语|tuyu.example|Image Generation|图像生成|用一句话生成图像。
100% Draft|hundred.example|Writing & Copywriting|writing|First drafts of blog posts in your own tone.
Q&A_Bot|qabot.example|Chatbots & Assistants|faq|Answers the questions that everyone asks.
`

// ownSearches are judged searches over ownTools: kind, query, expected names.
const ownSearches = `
exact|Clearcut Studio|Clearcut Studio
exact|vocalis|Vocalis
exact|hearth.cpp|Hearth.cpp
exact|OPEN HARBOR|Open Harbor
exact|eclair notes|Éclair Notes
exact|图语|图语
exact|100% draft|100% Draft
exact|q&a_bot|Q&A_Bot
variant|clearcutstudio|Clearcut Studio
variant|open herd|OpenHerd
variant|narrate io|Narrate.io
variant|echoforge|Echo Forge
variant|hearth cpp|Hearth.cpp
variant|logo-anvil|Logo Anvil
variant|code harbor|Codeharbor
variant|https://www.tunesmith.example/pricing|Tunesmith
prefix|pix|Pixelwright
prefix|transl|Translingua
prefix|slidem|Slidemason
prefix|open h|OpenHerd, Open Harbor
prefix|evala|Evalanche
prefix|minu|Minutely
prefix|portrait fou|Portrait Foundry
typo1|vocaliss|Vocalis
typo1|wayfrae|Wayfare
typo1|hueborm|Hueborn
typo1|echo frge|Echo Forge
typo1|lexligth|Lexlight
typo1|captoin otter|Caption Otter
typo2|tunsmiht|Tunesmith
typo2|shieldmadein|Shieldmaiden
typo2|agnetariumm|Agentarium
typo2|papperlantren|Paperlantern
intent|remove background from photo|Clearcut Studio, Backdropper
intent|text to speech|Vocalis, Narrate.io
intent|meeting notes|Minutely, Meetloom
intent|run llm on my laptop|Lanternlm
intent|add subtitles to a video|Caption Otter
intent|cv writer|Careerly Resume
intent|make ppt slides|Slidemason, Deckhand
intent|review contracts|Clausehound
intent|redesign my living room|Roomsketch
intent|clone my voice|Echo Forge
intent|monitor llm calls in production|Tracewell
intent|build a website without code|Sitecastle
intent|plan a trip|Wayfare
category|music|Tunesmith, Chordial, Beatkitchen
category|legal|Clausehound, Lexlight
category|email|Mailwright, Inbox Zen
none|qzxvkwj|
none|blorptangle|
none|carburetor gasket|
none|tractor tyres|
none|bathroom grout|
none|zzyzxgrommet|
none|winter coat lining|
none|diesel oil filter|
`

func lines(text string) []string { return strings.Split(strings.TrimSpace(text), "\n") }

func list(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, ", ")
}

func ownRows() []catalogueRow {
	var rows []catalogueRow
	for _, line := range lines(ownTools) {
		f := strings.Split(line, "|")
		rows = append(rows, catalogueRow{ID: f[0], Name: f[0], Website: "https://" + f[1], Description: f[4],
			Categories: []string{f[2]}, Tags: list(f[3])})
	}
	return rows
}

func ownQueries() []judged {
	var queries []judged
	for _, line := range lines(ownSearches) {
		f := strings.Split(line, "|")
		q := judged{Kind: f[0], Query: f[1], Expected: list(f[2])}
		if len(q.Expected) > 0 {
			q.Target = q.Expected[0]
		}
		queries = append(queries, q)
	}
	return queries
}

func ownIndex() (*Index, []string) {
	docs, ids := documents(ownRows())
	return Build(docs), ids
}

// The relevance of our own searches is above the floors.
func TestOwnRelevanceFloors(t *testing.T) {
	ix, ids := ownIndex()
	checkFloors(t, figures(t, ix, ids, ownQueries()))
}

// inventedRows are rows of invented words, for measuring without the data folder.
func inventedRows(n int) []catalogueRow {
	rows := make([]catalogueRow, n)
	seed := uint64(1)
	word := func() string {
		seed = seed*6364136223846793005 + 1442695040888963407
		rare := seed >> 40 % 20_000
		if seed>>60 > 3 {
			rare %= 200
		}
		return syllables(rare)
	}
	for i := range rows {
		name := catalog.Fold(word() + word())
		rows[i] = catalogueRow{ID: name, Name: name + " " + word(), Website: "https://" + name + ".example",
			Categories: []string{word()}, Tags: []string{word(), word()}}
		for range 20 {
			rows[i].Description += word() + " "
		}
	}
	return rows
}

func syllables(n uint64) string {
	const consonants, vowels = "bdfgklmnprst", "aeiou"
	var b strings.Builder
	for n += 60; n > 0; n /= 60 {
		b.WriteByte(consonants[n%60/5])
		b.WriteByte(vowels[n%5])
	}
	return b.String()
}
