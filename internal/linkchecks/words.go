package linkchecks

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// vocabulary is words that tell what a page is about.
type vocabulary struct {
	what   string   // in a sentence: "The page is about …"
	strong []string // each says so, folded
	weak   []string // each may have another meaning
	own    []string // a tool whose text has one of these, or one of those above, may be about it
}

// vocabularies are what nobody lists a tool for, unless its text says so.
var vocabularies = []vocabulary{
	newVocabulary("gambling",
		`casino, casinos, online casino, kasino, kasyno, cassino, gambling, gamble, sportsbook, sportsbooks, bookmaker, bookmakers, sports betting, betting, bettors, wagering, slot machine, slot machines, slot games,
		pokies, free spins, freespins, live dealer, deposit bonus, no deposit bonus, baccarat, blackjack, crypto casino, satta matka, teen patti, rummy, andar bahar, 1xbet, bet365, mostbet, pin up, 1win, 22bet, melbet, parimatch,
		slot gacor, gacor, judi, togel, sbobet, maxwin, situs slot, slot online, rtp slot, bandar, taruhan, bandarqq, dominoqq, joker123, pragmatic play, slot88, slot777,
		bahis, iddaa, canli casino, deneme bonusu, kumar, rulet, slot siteleri, bahis siteleri,
		apuestas, apuestas deportivas, tragamonedas, tragaperras, ruleta, apostas, apostas esportivas, caca niqueis, tigrinho, fortune tiger, paris sportifs, machines a sous, jeux d argent, scommesse, scommesse sportive, giochi d azzardo,
		sportwetten, spielautomaten, gluecksspiel, glucksspiel, spielbank, freispiele, gokken, gokkast, gokkasten, nettikasino, speltips, spelautomater, zaklady bukmacherskie, bukmacher, pacanele, pariuri, szerencsejatek,
		nhà cái, cá cược, tài xỉu, nổ hũ, xóc đĩa, đá gà, lô đề, cược, kubet, jun88, sunwin,
		казино, ставки на спорт, букмекер, букмекеры, букмекерская, букмекерские, игровые автоматы, слоты, фриспины, бездепозитный, рулетка, азартные, азартных, вулкан, καζίνο, στοίχημα, στοιχηματική,
		كازينو, قمار, مراهنات, رهانات, קזינו, הימורים, कैसीनो, सट्टा, जुआ,
		สล็อต, บาคาร่า, คาสิโน, แทงบอล, พนัน, หวย, เครดิตฟรี, เว็บตรง,
		博彩, 赌场, 赌博, 百家乐, 娱乐城, 彩票, 体育投注, 投注, 棋牌, 老虎机, 六合彩, 时时彩, 真人荷官, 博弈, 賭場, 賭博, 百家樂, 娛樂城, 彩券, 老虎機, 體育投注,
		카지노, 토토, 바카라, 먹튀, 슬롯, 도박, 배팅, 베팅, カジノ, パチンコ, パチスロ, ブックメーカー, ギャンブル, 競馬予想, 入金不要ボーナス`,
		`slots, slot, poker, roulette, jackpot, jackpots, bets, bet, wager, wagers, lottery, lotto, bingo, odds, real money, bonus, bonuses, bonusu, spin, spins, deposit, withdrawal, dealer, scatter, satta, toto, automaty, sazky, fogadas, покер, бонус, бонусы, ставки, スロット`,
		`sports, poker, lottery, lotto, bingo, bets, odds, roulette, jackpot`),
	newVocabulary("adult content",
		`porn, porno, pornos, pornhub, porn videos, hentai, milf, escort, escorts, escort girls, escort service, camgirls, cam girls, camgirl, live sex, sex cams, sex cam, webcam sex, sex chat, sex video, sex videos, adult dating, adult videos, hot girls, nudes, nsfw,
		call girls, call girl, bokep, phim sex, erotic, erotik, erotica, xvideos, xnxx, blowjob, blowjobs, onlyfans leaks, sex toys, sexo, sexe, putas, prostitutas, escortes, escort bayan, sexdating, sexkontakte, ficken, sesso, seks, sikis,
		порно, секс, эскорт, проститутки, проститутка, интим, индивидуалки, сексуальные, سكس, πορνό, סקס,
		หนังโป๊, หนังx, เย็ด, 成人影片, 成人视频, 色情, 情色, 约炮, 無碼, 无码, av女優, 成人网站, 黄片, 외설, 야동, 출장안마, 출장마사지, エロ, アダルト, 風俗, セフレ, 無修正, デリヘル, エッチ`,
		`xxx, hookup, hookups, 성인, sex, sexy, nude, naked, singles, fetish, bdsm, adults only, over 18, 18 plus, babes, hot, girls, webcam, webcams, dating, massage`,
		`girlfriend, boyfriend, companion, companions, roleplay, romance, romantic, adult, dating, uncensored, sex, sexy, nude`),
	newVocabulary("pills, loans or copies of brands",
		`viagra, cialis, levitra, kamagra, tadalafil, sildenafil, payday loan, payday loans, replica watches, replica watch, replica handbags, essay writing service, buy essay, buy essays, cheap essay, fake id, canadian pharmacy, online pharmacy,
		スーパーコピー, ブランドコピー, コピー時計, 偽物ブランド, 代孕, виагра, сиалис, микрозаймы, займы, займ`,
		`pharmacy, pills, loan, loans, replica, replicas, essay, essays, jerseys, cheap, 代引き, 激安, 通販`,
		`pharmacy, pharmacies, loan, loans, lending, essay, essays`),
}

func newVocabulary(what, strong, weak, own string) vocabulary {
	return vocabulary{what, termsOf(strong), termsOf(weak), termsOf(own)}
}

// termsOf returns the terms of a list as texts have them once they are padded.
func termsOf(list string) (terms []string) {
	for term := range strings.SplitSeq(list, ",") {
		words := strings.Join(tokensOf(catalog.Fold(term)), " ")
		if !strings.ContainsFunc(words, func(r rune) bool {
			return isUnspaced(r) || unicode.In(r, unicode.Hangul, unicode.Arabic, unicode.Hebrew)
		}) {
			words = " " + words + " " // the others are part of longer ones
		}
		terms = append(terms, words)
	}
	return terms
}

// padded returns the words of a folded text with a space between each two and around all, for termsOf's.
func padded(folded string) string { return " " + strings.Join(tokensOf(folded), " ") + " " }

// Scores from which a page is about something: it doesn't name the tool; it does; and it shares words with the tool's text, too.
const (
	unnamedScore = 3
	namedScore   = 6
	topicScore   = 12
)

// isOwn reports whether a tool itself may be about it.
func (v vocabulary) isOwn(text string) bool {
	text = padded(text)
	for _, terms := range [][]string{v.strong, v.own} {
		for _, term := range terms {
			if strings.Contains(text, term) {
				return true
			}
		}
	}
	return false
}

// score says how much a page is about it: each term once, twice in titles and description, and a little for how often. Weak terms
// count beside a strong one only.
func (v vocabulary) score(p page) int {
	head, text := padded(p.titles+" \n "+p.about), padded(p.text)
	count := func(terms []string, weight int) (score, times int) {
		for _, term := range terms {
			in, below := strings.Count(head, term), strings.Count(text, term)
			if in > 0 {
				score += 2 * weight
			} else if below > 0 {
				score += weight
			}
			times += in + below
		}
		return score, times
	}
	score, times := count(v.strong, 2)
	if score == 0 {
		return 0
	}
	more, weak := count(v.weak, 1)
	return score + min(more, 4) + min((times+weak)/5, 2)
}

// sellers are hosts of domains that are for sale or expired, of their pages and of what those load.
var sellers = strings.Fields(`afternic.com dan.com sedo.com sedoparking.com hugedomains.com buydomains.com bodis.com parkingcrew.net above.com undeveloped.com brandbucket.com domainmarket.com uniregistry.com
	efty.com namebright.com domainnamesales.com parklogic.com skenzo.com voodoo.com rookdns.com ztomy.com cashparking.com smartname.com domainsponsor.com dsparking.com fabulous.com trellian.com
	parkingpage.namecheap.com parking.reg.ru domainlore.uk squadhelp.com perfectdomain.com parkedpages.com d38psrni17bvxu.cloudfront.net d1lxhc4jvstzrp.cloudfront.net godaddy.com/domainsearch domainagents.com saw.com catchclub.com`)

// The pages that are no websites, by their folded words. Those of sold domains count with any text that isn't long, the others in
// titles or short texts.
var (
	soldWords = regexp.MustCompile(`(buy|own|purchase|acquire|get|inquire about|interested in|make an? offer (on|for)|bid on) (this|the) (premium )?(domain|web address)` +
		`|(domain|domain name|web address|website name)( name)?[^.!?]{0,60} (is|are|may be|might be|could be|is now|is currently) (now )?(for sale|parked|available for (sale|purchase|registration)|listed for sale|on sale)` +
		`|this (premium )?(domain|domain name) (name )?(is|has|was) (available|expired|been (parked|registered|suspended)|recently (been )?(registered|expired)|parked|registered)` +
		`|domain (for sale|parking|has expired|expired|is parked|not renewed)|parked (domain|free|page)|(expired|premium) domain( name)? (for sale|available)?|renew (this|your) domain` +
		`|future home of (something|a )|this site is not (yet )?published|related searches[^.]{0,40}privacy policy` +
		`|domain (steht|ist)[^.]{0,20} (zum verkauf|zu verkaufen)|domain kaufen|diese domain|(ce|le) (nom de )?domaine[^.]{0,40} (est|a) (a vendre|vendre|expire)|domaine a vendre` +
		`|(este|el) dominio[^.]{0,40}(en venta|a la venta|expirado|caducado)|dominio en venta|(este|o) dominio[^.]{0,40}(a venda|expirou)|dominio[^.]{0,30} in vendita|questo dominio|dit domein[^.]{0,20} te koop|domein te koop|domena na sprzedaz|domena[^.]{0,30} na sprzedaz` +
		`|домен[^.]{0,40}(прода|припаркован|истек)|купить (этот )?домен|bu (alan adi|domain)[^.]{0,20} satilik|域名[^。]{0,20}(出售|转让|过期|停放)|購買此網域|此域名|このドメイン|ドメイン(を)?(販売|売ります)|이 도메인|도메인 (판매|만료)|ten mien[^.]{0,30}(ban|het han)`)
	placeholderWords = regexp.MustCompile(`account (has been |is )?suspended|website (has been |is )?suspended|site (has been |is )?suspended|welcome to nginx|apache2? (ubuntu|debian|http server)? ?(default|test) page|it works!$|iis windows server|default web ?(site )?page` +
		`|web server's default page|plesk|cpanel|index of /|domain is not configured|domain isn't connected|isn't connected to a website|website expired|hosting (account )?(has )?expired|no website is configured|site is not configured|there isn't a [a-z ]+ site here` +
		`|site not found|shop is (currently )?unavailable|your new web ?server is ready|successfully installed|hosting24|this page is (hosted|reserved)`)
	challengeWords = regexp.MustCompile(`just a moment|checking (your|the site|if the site)|verify(ing)? (that )?you are (a )?human|are you (a )?(human|robot)|not a robot|attention required|security (check|verification)|ddos|(request|access) (was |has been |is )?(blocked|denied|forbidden)` +
		`|unusual traffic|bot (verification|protection|detection)|captcha|one moment,? please|please wait while|enable javascript and cookies|enable cookies|before you continue|pardon our interruption|human verification|please stand by|vercel security`)
	downWords    = regexp.MustCompile(`under (maintenance|construction)|maintenance mode|scheduled maintenance|(be|come|coming) (right )?back (soon|shortly)|temporarily (unavailable|down|offline)|service unavailable|bad gateway|internal server error|something went wrong|application error|database (connection )?error|error establishing|wartungsarbeiten|en maintenance|mantenimiento|en construccion|技术维护|メンテナンス中|на обслуживании`)
	missingWords = regexp.MustCompile(`\b404\b|\b(not|n't|cannot|never) (be )?(found|exist)\b|\bno longer (available|exists?|here)\b|\b(isn't|is not|not|n't) (available|here)( any ?more| anymore)?\b|nothing (was )?found|page (is )?missing|(can't|cannot|couldn't) find (the|that|this|your) (page|site)` +
		`|nicht gefunden|introuvable|non trouvee|no (se ha )?encontrad[ao]|nao encontrad[ao]|non trovat[ao]|niet gevonden|nie znaleziono|не найден[ао]?|bulunamadi|不存在|找不到|未找到|見つかりません|찾을 수 없|tidak ditemukan|khong tim thay|khong ton tai`)
	loginWords = regexp.MustCompile(`\b(sign|log) ?(in|on)\b|\blogin\b|\bsign ?up\b|anmelden|einloggen|connexion|se connecter|iniciar sesion|acceder|entrar|accedi|inloggen|zaloguj|logowanie|giris yap|masuk|dang nhap|войти|вход|авторизация|登录|登錄|登入|ログイン|로그인|تسجيل الدخول`)
)

// emptyWords are words of many letters that say nothing of what a tool is about.
var emptyWords = func() map[string]bool {
	found := map[string]bool{}
	for word := range strings.FieldsSeq(`about above across after again against allow allows also always among another anyone around available based because been before being below best better between both build built business businesses
		can come could create created creates creating daily designed does done during each easily easy effortless effortlessly enable enables ensure every everyone everything experience fast faster features find first free friendly from full
		gets give gives going good great have having help helps here high highly home https into intelligence artificial includes including instantly intuitive into just keep know large latest learn less like made main make makes making many more most much must need needs
		never next offer offering offers once only online other others over people perfect platform powerful powered powers provide provides quality quick quickly range real recent requires right save seamless seamlessly service services several should simple simply single site sites
		smart software solution solutions some start still streamline such support sure system take team teams technology than that their them then there these they thing things this those through time today together tool tools transform turn under unique unlock until upon used user
		users uses using various very view want ways website websites well were what when where whether which while will with within without work works world would year years your yours application applications advanced model models data feature`) {
		found[word] = true
	}
	return found
}()
