package linkchecks_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/linkchecks"
)

const (
	ok, moved, refused = linkchecks.OK, linkchecks.Moved, linkchecks.Refused
	parked, taken      = linkchecks.Parked, linkchecks.TakenOver
	gone               = linkchecks.Gone
)

// html is a page with a title and a text.
func html(title, text string) string {
	return "<!doctype html><html><head><title>" + title + "</title></head><body><p>" + text + "</p></body></html>"
}

// home is a website of one page.
func home(page string) files { return files{"/": page} }

// Texts of websites that are no tool's.
const (
	garden = "Our guide to growing tomatoes at home. Start the seeds indoors six weeks before the last frost, keep the soil moist and give the seedlings plenty of light. Once the nights are warm, plant them outside in rich earth, water them at the root and mulch with straw. Harvest when the fruit is deep red."
	roofs  = "Family roofers since 1972. We repair slates, gutters and chimneys across the county, and quote within two days of your call. Every job is insured, and our scaffolders are on the payroll. Ask for references in your street, or come and see our yard behind the railway station on weekdays."
	shoes  = "Willkommen bei unserem Schuhhaus. Wir führen Halbschuhe, Stiefel und Sandalen für Damen und Herren, und die Lieferung ist ab fünfzig Euro kostenlos. Mit der Kundenkarte sparen Sie bei jedem Einkauf, und im Laden beraten wir Sie gern."
	vpn    = "The best VPN deals of the month. We compared forty providers on speed, price and logging, so you don't have to. See which one unblocks your shows, which one is cheapest for two years, and where the coupon codes are that still work today, plus how to cancel before the trial ends."
	casino = "Play over two thousand slots, live blackjack and roulette in our online casino. Claim a welcome bonus of 500 dollars and 200 free spins with your first deposit. Fast payouts, real money jackpots and a VIP club for high rollers."
)

const (
	notes   = "Turns lectures and meetings into notes, summaries and flashcards, and answers questions about what was said."
	voices  = "Text to speech with natural voices for videos, podcasts and audiobooks in thirty languages."
	photos  = "Removes backgrounds from product photos and places items in new scenes for shops."
	coding  = "Reviews pull requests, explains code and writes unit tests inside the editor."
	copying = "Writes product descriptions, newsletters and ads in the tone of a brand."
)

// handMade are a hundred websites: twenty that were taken over, twenty that refuse, and sixty others.
var handMade = []site{
	// Taken over.
	{host: "lecturio-notes.example", name: "Lecturio Notes", about: notes, want: taken, files: home(html("LuckyStar", casino))},
	{host: "brightnote.example", name: "Brightnote", about: notes, want: taken, files: home(html("Brightnote – Online Casino &amp; Slots", casino))},
	{host: "sumly.example", name: "Sumly", about: notes, want: taken, files: home(html("SUMLY: Situs Slot Gacor Hari Ini Gampang Maxwin", "Daftar situs slot gacor resmi dengan RTP live tertinggi dan bonus untuk member baru. Main judi online dan togel hanya di sini."))},
	{host: "voicely.example", name: "Voicely", about: voices, want: taken, files: home("301 {royal-bets.example}/")},
	{host: "speechkit.example", name: "SpeechKit", about: voices, want: taken, files: home("302 {kitchenware.example}/offers")},
	{host: "narrate.example", name: "Narrate", about: voices, want: taken, files: home(`<html><head><meta http-equiv="refresh" content="0; url={hot-cams.example}/"></head><body></body></html>`)},
	{host: "dubber.example", name: "Dubber AI", about: voices, want: taken, files: home(`<html><body><script>window.location.href="{royal-bets.example}/"</script></body></html>`)},
	{host: "cutoutly.example", name: "Cutoutly", about: photos, want: taken, files: home(html("スーパーコピー時計 専門店", "当店は最高級ブランドコピー時計を激安で通販しています。ロレックス、オメガなどの商品は代引きでお届けします。品質には自信がありますので、安心してご購入ください。"))},
	{host: "scenery.example", name: "Scenery", about: photos, want: taken, files: home(html("Grow better tomatoes", garden))},
	{host: "shopshot.example", name: "ShopShot", about: photos, want: taken, files: home(html("百家乐官网", "欢迎来到娱乐城,提供真人百家乐、体育投注、电子游艺和彩票等服务。新会员注册即送彩金,存款提款方便快捷。"))},
	{host: "reviewer.example", name: "CodeReviewer", about: coding, want: taken, files: home(html("Казино Вулкан – играть онлайн", "Лучшее онлайн казино: игровые автоматы, рулетка и покер на реальные деньги. Получите бонус за регистрацию и фриспины каждый день."))},
	{host: "testwright.example", name: "Testwright", about: coding, want: taken, files: home(html("Canlı Bahis ve Casino – Testwright", "Deneme bonusu veren bahis siteleri, canlı casino, slot ve rulet. Hemen üye ol ve iddaa oranlarını gör."))},
	{host: "gitwise.example", name: "Gitwise", about: coding, want: taken, files: home(html("Nhà cái uy tín số 1", "Trang cá cược bóng đá, casino trực tuyến, nổ hũ và tài xỉu. Đăng ký ngay để nhận thưởng cho thành viên mới."))},
	{host: "pairbot.example", name: "Pairbot", about: coding, want: taken, files: home(html("Escorts in London", "Hot girls and escorts near you, live sex cams and adult dating. Call girls available day and night."))},
	{host: "adwriter.example", name: "AdWriter", about: copying, want: taken, files: files{"/": "301 {hop.example}/r?to=1"}},
	{host: "tonely.example", name: "Tonely", about: copying, want: taken, files: home(html("Hartmann &amp; Sons Roofing", roofs))},
	{host: "brandvoice.example", name: "BrandVoice", about: copying, want: taken, files: home(html("สล็อตเว็บตรง", "เว็บสล็อตและบาคาร่าอันดับหนึ่ง สมัครวันนี้รับเครดิตฟรี แทงบอลออนไลน์และคาสิโนสดครบวงจร"))},
	{host: "mailspark.example", name: "Mailspark", about: copying, want: taken, files: home(html("Mailspark payday loans online", "Get a payday loan today with no credit check. Our lenders approve loans of up to 1,000 dollars within minutes, and payday loans are paid out on the same day. Apply for cheap loans now."))},
	{host: "taglines.example", name: "Taglines", about: copying, want: taken, files: home(html("Schuhhaus am Markt", shoes))},
	{host: "copylab.example", name: "Copylab", about: copying, path: "/tools/ads", want: taken, files: files{"*": html("Lucky Spin", casino)}},

	// Refusals.
	{host: "r401.example", name: "Alder", about: notes, want: refused, files: home("401")},
	{host: "r403.example", name: "Aspen", about: notes, want: refused, files: home("403 text/html " + html("403 Forbidden", "nginx"))},
	{host: "r405.example", name: "Balsa", about: notes, want: refused, files: home("405")},
	{host: "r429.example", name: "Beech", about: notes, want: refused, files: home("429")},
	{host: "r429later.example", name: "Birch", about: notes, want: refused, files: home("429 retry 7200")},
	{host: "r451.example", name: "Cedar", about: notes, want: refused, files: home("451")},
	{host: "r500.example", name: "Cherry", about: notes, want: refused, files: home("500")},
	{host: "r502.example", name: "Cypress", about: notes, want: refused, files: home("502 text/html " + html("502 Bad Gateway", ""))},
	{host: "r503.example", name: "Ebony", about: notes, want: refused, files: home("503 retry 3600")},
	{host: "r522.example", name: "Elder", about: notes, want: refused, files: home("522")},
	{host: "rcut.example", name: "Fir", about: notes, want: refused, files: home("200 cut")},
	{host: "rslow.example", name: "Hazel", about: notes, want: refused, files: files{"/robots.txt": "404", "/": "200 hang"}},
	{host: "rrobots.example", name: "Holly", about: notes, want: refused, files: files{"/robots.txt": "200 text/plain User-agent: *\nDisallow: /", "/": html("Holly", notes)}},
	{host: "rrobots500.example", name: "Juniper", about: notes, want: refused, files: files{"/robots.txt": "500", "/": html("Juniper", notes)}},
	{host: "rtls.example", name: "Larch", about: notes, want: refused, https: true, files: home(html("Larch", notes))},
	{host: "rloop.example", name: "Linden", about: notes, want: refused, files: files{"/": "302 /a", "/a": "302 /"}},
	{host: "rlong.example", name: "Maple", about: notes, want: refused, files: files{"/": "302 /1", "/1": "302 /2", "/2": "302 /3", "/3": "302 /4", "/4": "302 /5", "/5": "302 /6", "/6": "302 /7", "/7": "302 /8", "/8": "302 /9", "/9": "302 /10", "/10": "302 /11", "/11": "302 /12"}},
	{host: "rprivate.example", name: "Olive", about: notes, want: refused, files: home("301 http://192.168.1.1/")},
	{host: "rrebinds.example", name: "Pine", about: notes, want: refused, addresses: []string{"127.0.0.2", "127.0.0.1"}, files: home(html("Pine", notes))},
	{host: "rinside.example", name: "Rowan", about: notes, want: refused, addresses: []string{"10.0.0.7"}},

	// Parked.
	{host: "saleone.example", name: "Saleone", about: voices, want: parked, files: home(html("saleone.example", "This domain is for sale. Make an offer today."))},
	{host: "saletwo.example", name: "Saletwo", about: voices, want: parked, files: home("302 {www.hugedomains.com}/domain_profile.cfm?d=saletwo")},
	{host: "salethree.example", name: "Salethree", about: voices, want: parked, files: home(`<html><head><title>salethree.example</title><script src="https://www.google.com/adsense/domains/caf.js"></script></head><body></body></html>`)},
	{host: "salefour.example", name: "Salefour", about: voices, want: parked, files: home(`<html data-adblockkey="MFwwDQ"><head><title>salefour</title></head><body>Related searches: Text To Speech, Voices</body></html>`)},
	{host: "salefive.example", name: "Salefive", about: voices, want: parked, files: files{"/": `<script>window.onload=function(){window.location.href="/lander"}</script>`, "/lander": `<html><body><div id="root"></div></body></html>`}},
	{host: "expired.example", name: "Expired One", about: voices, want: parked, files: home(html("Domain expired", "This domain has expired. If you are the owner, please renew it at your registrar."))},
	{host: "fresh.example", name: "Freshly", about: voices, want: parked, files: home(html("Welcome to nginx!", "If you see this page, the nginx web server is successfully installed and working."))},
	{host: "suspended.example", name: "Suspendo", about: voices, want: parked, files: home(html("Account Suspended", "This account has been suspended. Contact your hosting provider."))},

	// Gone, and what only seems so.
	{host: "g404.example", name: "Quill", about: copying, want: gone, files: home("404 text/html " + html("Not found", ""))},
	{host: "g410.example", name: "Reed", about: copying, want: gone, files: home("410")},
	{host: "gdns.example", name: "Sable", about: copying, want: gone},
	{host: "gdeep.example", name: "Tern", about: copying, path: "/app/tern", want: gone, files: home(html("Shore", "Birds"))},
	{host: "gredirect.example", name: "Umber", about: copying, want: gone, files: files{"/": "302 /missing"}},
	{host: "soft.example", name: "Vellum", about: copying, path: "/vellum", want: refused, files: files{"/vellum": html("Page not found | Inkworks", "Sorry, the page you are looking for does not exist. Go back home.")}},
	{host: "softer.example", name: "Wren", about: copying, path: "/wren", want: refused, files: files{"/wren": "302 /", "/": html("Inkworks", "A studio for small apps. "+roofs)}},
	{host: "softest.example", name: "Xenon", about: copying, want: refused, files: home(html("404", "Oops! Nothing was found here."))},
	{host: "challenge.example", name: "Yarrow", about: copying, want: refused, files: home(html("Just a moment...", "Checking your browser before accessing the website."))},
	{host: "signin.example", name: "Zephyr", about: copying, want: refused, files: home("302 {login.example}/oauth?client=7")},
	{host: "deadend.example", name: "Aurora", about: copying, want: refused, files: home("302 http://nowhere.invalid-host.example:{port}/")},

	// Moved.
	{host: "oldname.example", name: "Inkwell", about: copying, want: moved, files: home("301 {inkwell.example}/")},
	{host: "movedpath.example", name: "Quillon", about: copying, path: "/old", want: moved, files: files{"/old": "308 /new", "/new": html("Quillon", copying)}},
	{host: "movedsub.example", name: "Scriptly", about: copying, want: moved, files: home("301 {app.movedsub.example}/")},
	{host: "movedtwice.example", name: "Versa", about: copying, want: moved, files: files{"/": "301 /go", "/go": "301 {versa.example}/"}},
	{host: "movedthen.example", name: "Lumen", about: copying, want: moved, files: home("301 {lumen.example}/")},

	// Healthy.
	{host: "titleonly.example", name: "Mosaic", about: photos, want: ok, files: home(html("Mosaic", "Drop a picture here, choose a background and download the result. It takes a few seconds, and no account is asked for. Works with furniture, jewelry and clothes."))},
	{host: "german.example", name: "Notizblitz", about: notes, want: ok, files: home(html("Notizblitz – Mitschriften, die sich selbst schreiben", "Notizblitz hört bei der Vorlesung zu und schreibt die Mitschrift für dich. Mit einem Klick werden daraus Karteikarten, die du mit deiner Gruppe teilen kannst."))},
	{host: "chinese.example", name: "Kimo", about: notes, want: ok, files: home(html("Kimo 智能助手", "Kimo 是一款会记笔记的助手,可以帮助你整理会议内容、总结文章并回答问题。"))},
	{host: "tohttps.example", name: "Harbor", about: voices, want: ok, files: home("301 {www.tohttps.example}/")},
	{host: "slash.example", name: "Kettle", about: voices, path: "/kettle", want: ok, files: files{"/kettle": "301 /kettle/", "/kettle/": html("Kettle", voices)}},
	{host: "toenglish.example", name: "Ladder", about: voices, want: ok, files: files{"/": "301 /en/", "/en/": html("Ladder", voices)}},
	{host: "tologin.example", name: "Mantle", about: voices, want: ok, files: files{"/": "302 /login", "/login": `<html><head><title>Sign in</title></head><body><form>Email <input type="email"> Password <input type="password"> <button>Sign in</button> Forgot your password?</form></body></html>`}},
	{host: "spa.example", name: "Nectar", about: voices, want: ok, files: home(`<html><head><title>App</title><script src="/main.js"></script></head><body><div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript></body></html>`)},
	{host: "spaempty.example", name: "Orchid", about: voices, want: ok, files: home(`<html><body><div id="app"></div><script type="module" src="/assets/index.js"></script></body></html>`)},
	{host: "altonly.example", name: "Pebble", about: photos, want: ok, files: home(`<html><head><title>Product pictures that sell</title></head><body><img alt="Pebble logo" src="/logo.svg"><p>Upload a photo of a product. We take the background away and place the item on marble, on wood or in a kitchen, so that a shop looks as if it had a studio. Try it with five pictures and see for yourself how buyers react to them.</p></body></html>`)},
	{host: "photoroomy.example", name: "Photo Roomy", about: photos, want: ok, files: home(html("PhotoRoomy: backgrounds away", "Cut out anything in a second."))},
	{host: "jasperlike.example", name: "Jaspo AI", about: copying, want: ok, files: home(html("Jaspo | Marketing copy", "Write campaigns in the voice of your brand with Jaspo."))},
	{host: "byline.example", name: "Draftly by Inkworks", about: copying, want: ok, files: home(html("Draftly", copying))},
	{host: "pokercoach.example", name: "RiverCoach", about: "A poker coach that reviews hands and explains the odds of each street.", want: ok, files: home(html("RiverCoach – poker, explained", "Upload your poker hands from any online casino and see which bets lost money. RiverCoach shows odds, ranges and better plays for cash games and tournaments."))},
	{host: "companion.example", name: "Lovira", about: "An AI girlfriend for adult roleplay and chats without filters.", want: ok, files: home(html("Lovira – your AI girlfriend", "Uncensored NSFW chat with sexy characters. Adults only, over 18. Nudes and erotic roleplay with Lovira."))},
	{host: "customers.example", name: "Ledgerly", about: "Reads invoices and books them in the accounts.", want: ok, files: home(html("Ledgerly", "Ledgerly reads invoices of every shape. Used by the Grand Casino, by Harper Betting and by four hundred hotels to close the month in a day."))},
	{host: "domainer.example", name: "Namewell", about: "Finds free domain names for startups and checks whether they are for sale.", want: ok, files: home(html("Namewell – find a domain", "Type an idea and Namewell shows each domain that is for sale or free. Buy this domain with one click."))},
	{host: "json.example", name: "Apiary", about: coding, want: ok, files: home(`200 application/json {"status":"ok"}`)},
	{host: "textplain.example", name: "Cliff", about: coding, want: ok, files: home("200 text/plain cliff: explains shell commands")},
	{host: "rebrand302.example", name: "Driftwood", about: coding, want: ok, files: home("302 {driftwood.example}/")},
	{host: "shortname.example", name: "v0", about: coding, want: ok, files: home(html("v0 by Makers", "Describe an interface and get its code."))},
	{host: "getember.example", name: "Ember", about: coding, want: ok, files: home(html("Ember", strings.Repeat("Ember explains code to newcomers, writes tests and reviews what they changed. ", 30)))},
	{host: "brandonly.example", name: "Flint Code Review", about: coding, want: ok, files: home(html("Flint", "Reviews by a machine that has read the whole repository. Comments on pull requests, explains why, and proposes the test that was forgotten in the change at hand."))},
	{host: "nonamebuttopic.example", name: "Grove", about: coding, want: ok, files: home(html("Better pull requests", "Every pull request gets a review within a minute: what the code does, which unit tests are missing and where the editor can fix it. For teams of any size, on any forge, in any language, and with a bill that you can read without a lawyer at your side."))},
	{host: "cookies.example", name: "Heron", about: notes, want: ok, files: home(html("Heron", "We use cookies. Accept all. Reject all. Heron turns lectures into notes."))},
	{host: "accents.example", name: "Écrivain", about: copying, want: ok, files: home(html("Ecrivain – copy in any tone", "Newsletters and ads."))},
	{host: "punctuated.example", name: "Copy.me", about: copying, want: ok, files: home(html("Copy.me: ads that sell", "Descriptions and newsletters in your tone."))},
	{host: "empty.example", name: "Islet", about: copying, want: ok, files: home("200 text/html <html></html>")},
	{host: "maintenance.example", name: "Jetty", about: copying, want: refused, files: home(html("Jetty", "We are under maintenance and will be back soon."))},
	{host: "regional.example", name: "Lantern", about: copying, want: ok, files: home("302 {www.lantern.example}/de")},
	{host: "store.example", name: "Meadow", about: photos, want: ok, files: home("302 {apps.example}/app/meadow")},
	{host: "frames.example", name: "Nimbus", about: photos, want: ok, files: files{"/": `<html><head><title>Nimbus</title></head><frameset><frame src="/main.html"></frameset></html>`, "/main.html": html("Nimbus", photos)}},
	{host: "loginlong.example", name: "Onyx", about: photos, want: ok, files: home(`<html><head><title>Welcome back</title></head><body><form>Email Password <input type="password"> Sign in with Google, with Apple or with a link that we send to your inbox. By going on you agree to the terms and to the privacy policy. No account yet? Sign up for free, no card needed.</form></body></html>`)},
	{host: "japanese.example", name: "Pocketto", about: notes, want: ok, files: home(html("Pocketto(ポケット)", "会議の音声を録音して、要約とメモを自動で作成します。チームで共有できます。"))},
	{host: "short.example", name: "Quarry", about: coding, want: ok, files: home(html("Loading…", "One second."))},
	{host: "v6.example", name: "Kelp", about: copying, want: refused, addresses: []string{"2001:db8::1"}},
}

// handMadeHosts are those that the websites lead to.
var handMadeHosts = map[string]files{
	"royal-bets.example":   home(html("Royal Bets", casino)),
	"kitchenware.example":  {"/offers": html("Pans and knives", "Everything for the kitchen at half price, from copper pans to bread knives.")},
	"hot-cams.example":     home(html("Hot Cams", "Live sex cams with hot girls, day and night.")),
	"hop.example":          {"/r?to=1": "302 {best-vpn.example}/deals"},
	"best-vpn.example":     {"/deals": html("Best VPN deals", vpn)},
	"www.hugedomains.com":  {"/domain_profile.cfm?d=saletwo": html("saletwo.example is for sale", "Buy it now.")},
	"login.example":        {"/oauth?client=7": `<title>Sign in</title><form>Email <input type="email"> Password <input type="password"></form>`},
	"inkwell.example":      home(html("Inkwell", copying)),
	"app.movedsub.example": home(html("Scriptly", copying)),
	"versa.example":        home(html("Versa", copying)),
	"lumen.example":        {"/": "302 /welcome", "/welcome": html("Lumen", copying)},
	"www.tohttps.example":  home(html("Harbor", voices)),
	"driftwood.example":    home(html("Driftwood", coding)),
	"www.lantern.example":  {"/de": html("Lantern", "Texte in jedem Ton.")},
	"apps.example":         {"/app/meadow": html("Meadow on the store", "Download the app.")},
}

// Websites are told apart by what they answer, on two days.
func TestSites(t *testing.T) {
	t.Parallel()
	c := newChecked(t, handMade, handMadeHosts)
	c.checkAll(t)
	for key, check := range c.found(t) {
		if check.State == gone {
			t.Errorf("%s is gone on the first day", key)
		}
	}
	c.aDayLater(t)
	c.checkAll(t)
	mustTell(t, handMade, c.found(t), 20)
}

// mustTell holds what was found against what was promised: none is gone that isn't, nine in ten that were taken over are found, and at
// most two of the others are taken for such.
func mustTell(t *testing.T, sites []site, found map[string]linkchecks.Check, takenOver int) {
	t.Helper()
	falseGone, falseTaken := 0, 0
	counts := tally(t, sites, found)
	for key, count := range counts {
		switch want, got, _ := strings.Cut(key, " as "); {
		case want != string(gone) && got == string(gone):
			falseGone += count
		case want != string(taken) && got == string(taken):
			falseTaken += count
		}
	}
	if counts["taken_over as taken_over"]*10 < takenOver*9 || falseGone > 0 || falseTaken > 2 {
		t.Errorf("%d of %d that were taken over, %d falsely gone, %d falsely taken over", counts["taken_over as taken_over"], takenOver, falseGone, falseTaken)
	}
}

// Of an unknown website, an answer that has nothing of it says why.
func TestWhyEmpty(t *testing.T) {
	t.Parallel()
	website := &url.URL{Scheme: "https", Host: "lumen.example", Path: "/"}
	for text, isEmpty := range map[string]bool{
		"<title>Lumen</title><p>Lumen lights rooms.":                                                false,
		"<title>lumen.example</title><p>This domain is for sale. Make an offer on this domain.":     true,
		"<title>Just a moment...</title><p>Checking your browser. Verify you are human.":            true,
		"<title>Welcome to nginx!</title><h1>Welcome to nginx!</h1><p>Further configuration needed": true,
	} {
		why := linkchecks.WhyEmpty(website, fetch.Response{URL: website, Status: 200, Type: "text/html", Body: []byte(text)})
		if (why != "") != isEmpty {
			t.Errorf("%s: %q", text, why)
		}
	}
}
