package linkchecks_test

import "testing"

const (
	slides   = "Makes presentations from an outline: pick a theme, get slides with charts and speaker notes, export to PowerPoint."
	support  = "A chatbot that answers customers from your help center and hands over to an agent when it is not sure."
	music    = "Generates royalty-free background music by mood, tempo and length for creators and game studios."
	hiring   = "Screens resumes, ranks candidates and drafts interview questions for recruiters."
	research = "Searches scientific papers, extracts findings into tables and cites its sources."
)

// secondSet are sixty further websites of the same kinds, written after the rules and never tuned for.
var secondSet = []site{
	// Taken over.
	{host: "deckly.example", name: "Deckly", about: slides, want: taken, files: home(html("Bella's Flower Shop", "Fresh bouquets every morning. Weddings, birthdays and funerals. Order before noon and we bring the flowers the same day, anywhere in town. Closed on Mondays."))},
	{host: "slidewise.example", name: "Slidewise", about: slides, want: taken, files: home(html("slidewise.example – Bonus senza deposito", "I migliori casinò online italiani con bonus senza deposito, slot machine, giri gratis e scommesse sportive. Scopri le offerte per i nuovi giocatori."))},
	{host: "keypointer.example", name: "Keypointer", about: slides, want: taken, files: home("302 {lucky77.example}/?aff=9")},
	{host: "answerdesk.example", name: "AnswerDesk", about: support, want: taken, files: home(html("AnswerDesk | Judi Bola &amp; Togel Online Terpercaya", "Bandar judi bola, togel dan slot terpercaya dengan deposit pulsa tanpa potongan."))},
	{host: "helpling-bot.example", name: "Helpling Bot", about: support, want: taken, files: files{"/": `<html><head><title></title></head><body onload=""><script>setTimeout(function(){top.location.replace("{megamarket.example}/sale")},10)</script></body></html>`}},
	{host: "repliq.example", name: "Repliq", about: support, want: taken, files: home(html("온라인 카지노 추천", "안전한 토토사이트와 카지노를 소개합니다. 바카라, 슬롯, 스포츠 베팅 첫 충전 보너스를 받아보세요."))},
	{host: "tunesmith.example", name: "Tunesmith", about: music, want: taken, files: home(html("Порно видео онлайн", "Смотреть порно бесплатно в хорошем качестве. Секс видео каждый день."))},
	{host: "moodtracks.example", name: "Moodtracks", about: music, want: taken, files: home(html("Chaussures et sacs pas chers", "Découvrez notre collection de chaussures et de sacs pour femmes. Livraison gratuite dans toute la France et retours sous trente jours. Vous trouverez aussi des vestes et des robes dans notre boutique."))},
	{host: "looply.example", name: "Looply", about: music, want: taken, files: files{"/": "301 /home", "/home": html("Tax advice for small firms", "We file your taxes and keep your books. Our accountants answer within a day, visit you on site and know the rules of every county. Book a call and bring last year's papers.")}},
	{host: "cvranker.example", name: "CV Ranker", about: hiring, want: taken, files: home(html("Apuestas deportivas y casino en vivo", "Las mejores apuestas deportivas, ruleta y tragamonedas con bono de bienvenida para los nuevos jugadores."))},
	{host: "interviewly.example", name: "Interviewly", about: hiring, want: taken, files: home("301 {northwind-insurance.example}/")},
	{host: "papertrail.example", name: "Papertrail AI", about: research, want: taken, files: home(html("Interviewly travel blog", "Ten beaches in Portugal that nobody tells you about. Where to park, what to eat and when the sun is kind to your skin. With maps and bus lines, and two places to sleep."))},

	// Refusals.
	{host: "s401.example", name: "Abacus", about: slides, want: refused, files: home("401 text/html " + html("Sign in", ""))},
	{host: "s403.example", name: "Bagel", about: slides, want: refused, files: home("403 text/html " + html("Attention Required! | Cloudflare", "Sorry, you have been blocked"))},
	{host: "s406.example", name: "Cactus", about: slides, want: refused, files: home("406")},
	{host: "s429.example", name: "Daisy", about: slides, want: refused, files: home("429 retry 86400")},
	{host: "s500.example", name: "Easel", about: slides, want: refused, files: files{"/": "302 /app", "/app": "500"}},
	{host: "s503.example", name: "Fable", about: slides, want: refused, files: home("503 text/html " + html("Be right back", ""))},
	{host: "s525.example", name: "Gecko", about: slides, want: refused, files: home("525")},
	{host: "scut.example", name: "Hinge", about: slides, want: refused, files: files{"/robots.txt": "200 cut", "/": html("Hinge", slides)}},
	{host: "stls.example", name: "Igloo", about: slides, want: refused, https: true, files: home(html("Igloo", slides))},
	{host: "sloop.example", name: "Jigsaw", about: slides, want: refused, files: home("301 {www.sloop.example}/")},
	{host: "smeta.example", name: "Karma", about: slides, want: refused, files: home("302 http://169.254.169.254/latest/meta-data/")},
	{host: "srobots.example", name: "Lyric", about: slides, want: refused, files: files{"/robots.txt": "200 text/plain User-agent: Vitrine\nDisallow: /\n", "/": html("Lyric", slides)}},

	// Parked, gone and soft.
	{host: "psedo.example", name: "Marble", about: support, want: parked, files: home(html("psedo.example", "The domain psedo.example may be for sale by its owner! Click here for details."))},
	{host: "pafter.example", name: "Napkin", about: support, want: parked, files: home("301 {www.afternic.com}/forsale/pafter")},
	{host: "pframe.example", name: "Orbit", about: support, want: parked, files: home(`<html><head><title>pframe.example</title></head><body><iframe src="https://www.sedoparking.com/pframe.example" width="100%"></iframe></body></html>`)},
	{host: "pgerman.example", name: "Parcel", about: support, want: parked, files: home(html("pgerman.example steht zum Verkauf", "Diese Domain steht zum Verkauf. Jetzt Angebot machen."))},
	{host: "papache.example", name: "Quokka", about: support, want: parked, files: home(html("Apache2 Ubuntu Default Page: It works", "It works! This is the default welcome page."))},
	{host: "h404.example", name: "Rascal", about: support, want: gone, files: files{"*": "404 text/html " + html("404 | Rascal", "This page could not be found.")}},
	{host: "h410.example", name: "Saffron", about: support, path: "/saffron", want: gone, files: files{"/saffron": "410", "/": html("Old apps", "")}},
	{host: "hdns.example", name: "Timber", about: support, want: gone},
	{host: "hsoft.example", name: "Ukulele", about: support, path: "/p/ukulele", want: refused, files: files{"/p/ukulele": html("Oops", "We can't find the page you are looking for.")}},
	{host: "hsoftname.example", name: "Viola", about: support, path: "/viola", want: refused, files: files{"/viola": html("404 – Viola", "Nothing here.")}},

	// Moved.
	{host: "mnew.example", name: "Walnut", about: music, want: moved, files: home("301 {getwalnut.example}/?utm_source=old")},
	{host: "mpath.example", name: "Xylo", about: music, path: "/tools/xylo.html", want: moved, files: files{"/tools/xylo.html": "301 /xylo", "/xylo": html("Xylo", music)}},
	{host: "mdocs.example", name: "Yodel", about: music, want: moved, files: home("308 {app.mdocs.example}/studio")},

	// Healthy.
	{host: "okplain.example", name: "Zinnia", about: music, want: ok, files: home(html("Zinnia – music by mood", "Pick a mood and a tempo, and Zinnia writes the background music."))},
	{host: "okwww.example", name: "Anchor", about: music, want: ok, files: home("301 {www.okwww.example}/")},
	{host: "oklang.example", name: "Musikus", about: music, want: ok, files: home(html("Musikus", "Créez une musique de fond pour vos vidéos et vos jeux. Vous choisissez le tempo, nous écrivons la suite, et tout est libre de droits dans le monde entier."))},
	{host: "okarabic.example", name: "Lahni", about: music, want: ok, files: home(html("Lahni لحني", "أنشئ موسيقى خلفية لمقاطع الفيديو الخاصة بك خلال ثوان، واختر المزاج والسرعة."))},
	{host: "okspa.example", name: "Bellow", about: music, want: ok, files: home(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Vite + React</title></head><body><div id="root"></div><script src="/a.js"></script></body></html>`)},
	{host: "okogonly.example", name: "Cadence", about: music, want: ok, files: home(`<html><head><meta property="og:site_name" content="Cadence"><title>Home</title></head><body><p>Background tracks that fit the scene. Choose what you feel, how fast and for how long. Download stems and loops, license included, with no claims later on your channel.</p></body></html>`)},
	{host: "oklogin.example", name: "Drumlin", about: hiring, want: ok, files: files{"/": "302 /users/sign_in", "/users/sign_in": `<html><head><title>Log in to continue</title></head><body>Email <input> Password <input type=password> Remember me</body></html>`}},
	{host: "okauth.example", name: "Estuary", about: hiring, want: refused, files: home("302 {accounts.okauth-id.example}/signin")},
	{host: "okhire.example", name: "Fathom Hire", about: hiring, want: ok, files: home(html("Fathom", "Screen resumes and rank candidates while you sleep. Fathom drafts the interview questions for each role."))},
	{host: "okcasino.example", name: "Gauge", about: hiring, want: ok, files: home(html("Gauge – hire better", "Gauge ranks candidates for hotels, restaurants and casinos. Bellagio Casino hired forty dealers for its poker and roulette tables in a week."))},
	{host: "okbet.example", name: "Halyard", about: "Predicts football results for sports betting with odds from forty bookmakers.", want: ok, files: home(html("Halyard – betting predictions", "Halyard compares odds, finds value bets and tracks your betting bankroll across every sportsbook."))},
	{host: "okdomain.example", name: "Isthmus", about: "Suggests names for startups with a free domain.", want: ok, files: home(html("Isthmus", "Enter a keyword. Isthmus shows names whose domain is available, and the price where the domain is for sale."))},
	{host: "okcookie.example", name: "Jetsam", about: research, want: ok, files: home(html("Jetsam", "Jetsam searches papers and cites sources. We value your privacy: accept cookies?"))},
	{host: "okapi.example", name: "Keel", about: research, want: ok, files: home(`200 application/json {"service":"keel"}`)},
	{host: "okpdf.example", name: "Lagoon", about: research, path: "/paper.pdf", want: ok, files: files{"/paper.pdf": "200 application/pdf %PDF-1.7"}},
	{host: "oktopic.example", name: "Mistral Papers", about: research, want: ok, files: home(html("Read less, know more", "Ask a question and get an answer with sources from two hundred million scientific papers. Findings are extracted into tables that you can export, and each cell links to the sentence it comes from, so that reviewers can check it."))},
	{host: "okdeep.example", name: "Narwhal", about: research, path: "/u/lab/narwhal", want: ok, files: files{"/u/lab/narwhal": html("lab/narwhal: search papers from the shell", "Code, issues, pull requests. Clone this repository.")}},
	{host: "okregion.example", name: "Oasis", about: research, want: ok, files: home("302 {oasis-science.example}/eu")},
	{host: "okconsent.example", name: "Pylon", about: research, want: ok, files: files{"/": "302 /consent?next=%2F", "/consent?next=%2F": html("Your privacy", "Choose what we may store. Accept all, reject all, or manage options for analytics and ads.")}},
	{host: "oksemi.example", name: "Quasar", about: research, want: ok, files: home(`<html><head><title>Quasar&nbsp;&mdash; literature reviews</title></head><body><noscript>Enable JavaScript</noscript></body></html>`)},
	{host: "okempty.example", name: "Ravine", about: research, want: ok, files: home("204")},
	{host: "okbrand.example", name: "Sextant AI (beta)", about: research, want: ok, files: home(html("Sextant", "Find the paper you half remember."))},
	{host: "oklocale.example", name: "Tundra", about: research, want: ok, files: files{"/": "301 /en-us/", "/en-us/": html("Tundra", research)}},
}

var secondHosts = map[string]files{
	"lucky77.example":             {"/?aff=9": html("Lucky 77", "Spin to win! Register and get 77 free spins.")},
	"megamarket.example":          {"/sale": html("Mega sale", "Fridges and washing machines at half price until Sunday. Free delivery, and we take the old one with us.")},
	"northwind-insurance.example": home(html("Northwind Insurance", "Car, home and travel insurance. Get a quote in two minutes and save up to thirty percent when you combine policies.")),
	"www.sloop.example":           home("301 {sloop.example}/"),
	"www.afternic.com":            {"/forsale/pafter": html("pafter", "Get a price in less than a day")},
	"getwalnut.example":           {"/?utm_source=old": html("Walnut: sound for scenes", music)},
	"app.mdocs.example":           {"/studio": html("Yodel Studio", music)},
	"www.okwww.example":           home(html("Anchor", music)),
	"accounts.okauth-id.example":  {"/signin": `<html><head><title>Sign in</title></head><body>Email <input> Password <input type="password"></body></html>`},
	"oasis-science.example":       {"/eu": html("Oasis for scientists", research)},
}

// The rules hold for websites that they weren't made for.
func TestSecondSites(t *testing.T) {
	t.Parallel()
	c := newChecked(t, secondSet, secondHosts)
	c.checkAll(t)
	c.aDayLater(t)
	c.checkAll(t)
	mustTell(t, secondSet, c.found(t), 12)
}
