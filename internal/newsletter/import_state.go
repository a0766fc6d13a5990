package newsletter

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// standing is what a list of another service says of a person's subscription.
type standing int

const (
	unsaid      standing = iota
	subscribed           // gets issues
	unconfirmed          // never confirmed
	hasLeft              // unsubscribed, blocked, bounced or complained
)

// status returns the status to store.
func (s standing) status() Status {
	switch s {
	case hasLeft:
		return Unsubscribed
	case unconfirmed:
		return Unconfirmed
	}
	return Confirmed
}

// A meaning is what a column of a list says.
type meaning int

const (
	nothing     meaning = iota // of the subscription
	address                    // the email address
	since                      // when they subscribed
	cadence                    // how often they get an issue
	state                      // a word, see standings
	isIn                       // yes or a time: subscribed; no or empty: left
	isConfirmed                // yes or a time: subscribed; no or empty: unconfirmed
	isOut                      // yes, a time or a reason: left
)

type column struct {
	meaning
	names string
}

// columns are the names by which services export what an import reads, as keyOf returns them, the better name first.
// Those of meaning nothing sound like a state and are none.
var columns = []column{
	{address, "email emailaddress subscriberemail contactemail primaryemail useremail emailadresse eadresse adresseemail adressemail correoelectronico correo " +
		"indirizzoemail enderecodeemail mail mailaddress email1value email1 emailrequired courriel adressemail emailadres epostadress epost adresemail adres recipient почта электроннаяпочта элпочта メールアドレス メール 邮箱 電子郵件 电子邮件 이메일 subscriber"},
	{since, "subscribedat subscribed subscribedate subscribeddate subscriptiondate datesubscribed confirmtime optintime signupdate signedupat joinedat createdat created creationdate dateadded " +
		"addedat added startdate datecreated addtime"},
	{cadence, "cadence frequency"},
	{state, "status state subscriptionstatus subscriptionstate subscriberstatus subscribertype emailstatus emailstate emailmarketingstatus emailmarketingconsent marketingstatus emailpermissionstatus " +
		"permissionstatus subscriberstate deliverystatus optinstatus patronstatus emailpermission emailsubscriptionstatus liststatus memberstatus contactstatus globalstatus estado stato statut etat zustand abonnementstatus"},
	{isIn, "subscribedtoemails subscribed issubscribed active isactive enabled isenabled emailsenabled emailenabled optin optedin hasoptedin emailoptin acceptsmarketing acceptsemailmarketing " +
		"marketingconsent gdprconsent sendable mailable emailable canbeemailed contactable newsletteroptin marketingoptin newsletter newslettersubscribed receivesemails abonniert aktiv inscrit abonne suscrito inscrito iscritto"},
	{isConfirmed, "confirmed isconfirmed confirmedat confirmtime confirmationdate confirmationtime confirmdate optinconfirmed doubleoptin activated activatedat verified isverified emailverified verifiedat emailconfirmed bestaetigt"},
	{isOut, "unsubscribed isunsubscribed unsubscribedat unsubtime unsubscribetime unsubscribedate unsubscribeddate dateunsubscribed unsubscribereason unsubreason unsubcampaigntitle unsubcampaignid " +
		"unsubscribedfromallemail cleantime cleaned cleanedat cleancampaigntitle cleancampaignid deletedat deleted isdeleted archivedat archived optout optedout hasoptedout optouttime optoutdate optedoutat " +
		"emaildisabled emailsdisabled disabled isdisabled disabledat blocked isblocked blockedat blacklisted isblacklisted emailblacklisted blocklisted emailblocklisted blocklistedemail bounced isbounced bouncedat " +
		"optedoutofemail hasoptedoutofemail emailoptout dnc deactivated deactivatedat hardbounce emailhardbouncereason hardbouncereason spamreport spamreports globalunsubscribe " +
		"hardbounced bouncereason complained complainedat complaint spam isspam markedasspam suppressed issuppressed suppressedat suppressionreason donotemail donotcontact leftat abgemeldet abgemeldetam abmeldedatum kundigungsdatum gesperrt desabonne datededesinscription datedesinscription datededesabonnement fechadebaja " +
		"fechabaja datadisiscrizione datadidisiscrizione datadedescadastro uitschrijfdatum afgemeld afgemeldop"},
	{nothing, "consent topics activesubscription bouncecount bounces softbounces confirmip optinip subscribedip unsubscribeurl unsubscribelink"},
}

// stateWords are what a name that is not among columns has in it if the column may say who is subscribed.
var stateWords = strings.Fields("status unsub optin optout optedin optedout bounce complain block blacklist suppress confirm subscribed active abgemeldet desabon disabled")

// standings are the words for a person's state, as keyOf returns them.
var standings = []struct {
	standing
	words string
}{
	{subscribed, "subscribed active enabled confirmed optedin optin regular premium gifted comped paid free verified valid deliverable contactable mailable delivered marketingcontact activepatron granted explicit express implied doubleoptin singleoptin " +
		"abonniert angemeldet aktiv bestaetigt bestatigt abonne inscrit actif confirme suscrito activo confirmado inscrito ativo iscritto attivo confermato"},
	{unconfirmed, "unconfirmed notconfirmed pending unactivated unverified notverified awaitingconfirmation waitingforconfirmation waiting pendingconfirmation awaitingoptin awaitingdoubleoptin waitingforoptin needsconfirmation invited optinpending validating notactivated " +
		"unbestaetigt unbestatigt ausstehend nonconfirme enattente sinconfirmar noconfirmado pendiente naoconfirmado pendente nonconfermato inattesa"},
	{hasLeft, "unsubscribed unsubscribe unsub cancelled canceled cleaned blocked blocklisted blocklist blacklisted blacklist disabled inactive deactivated bounced bounce hardbounce hardbounced softbounce softbounced " +
		"complained complaint complaints spam spammy markedasspam spamcomplaint reportedspam abuse suppressed optedout optout removed deleted archived undeliverable invalid junk nonsubscribed notsubscribed neversubscribed " +
		"error undelivered bouncing byuser bybounces bymoderator held onhold unengaged expired former lapsed denylisted dnc donotcontact nonmarketingcontact spamreported spamreport reportedasspam withdrawn none " +
		"transactional denied declined revoked suspended banned rejected left stopped paused failed donotemail " +
		"abgemeldet inaktiv gesperrt blockiert geloscht geloescht gekundigt gekuendigt desabonne desinscrit inactif bloque rebond dadodebaja baja cancelado inactivo bloqueado rebotado descadastrado inativo " +
		"ausgetragen deaktiviert widerrufen gebounced desinscrito suprimido anulado rejeitado rebondi resilie rimbalzato annullata uitgeschreven afgemeld geblokkeerd wypisany avregistrerad отписан 已退订 退会 " +
		"cancelada disiscritto annullato inattivo bloccato"},
}

// Answers to yes-or-no columns, as keyOf returns them. An empty answer is a no.
const (
	yes = " true yes y 1 x t on checked ja oui si sim vero wahr vrai "
	no  = " false no n 0 f off unchecked nein non nao falso falsch faux never null none nil na "
)

// unmistakable are words that make a column one about states, whatever its name.
const unmistakable = "unsubscribed bounced hardbounced complained blocklisted blacklisted optedout unconfirmed abgemeldet desabonne dadodebaja disiscritto descadastrado"

// numbers are the states that Mailtrain and its kin write as a number.
var numbers = map[string]standing{"1": subscribed, "0": hasLeft, "2": hasLeft, "3": hasLeft, "4": hasLeft}

func among(words, word string) bool {
	return word != "" && strings.Contains(" "+words+" ", " "+word+" ")
}

// keyOf returns a name or a word as the tables have it: its letters and digits in lower case, without accents.
func keyOf(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, norm.NFC.String(catalog.Fold(text)))
}

// meaningsOf returns everything that a column's name can mean; none: its name is unknown.
func meaningsOf(name string) (meanings []meaning) {
	for _, c := range columns {
		if among(c.names, keyOf(name)) {
			meanings = append(meanings, c.meaning)
		}
	}
	return meanings
}

// soundsLikeState reports whether a column with an unknown name may say who is subscribed.
func soundsLikeState(name string) bool {
	key := keyOf(name)
	for _, word := range stateWords {
		if strings.Contains(key, word) {
			return true
		}
	}
	return false
}

// wordOf returns the state that a word names, or a few words of which one says that a person gets nothing.
func wordOf(cell string) standing {
	if s := standingOf(keyOf(cell)); s != unsaid {
		return s
	}
	const mostWords = 6 // a longer text is about something else
	words := strings.FieldsFunc(catalog.Fold(cell), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
	if len(words) < 2 || len(words) > mostWords {
		return unsaid
	}
	found, isNegated := unsaid, false
	for i, word := range words {
		isNegated = isNegated || among(negations, word)
		for end := i + 1; end <= min(len(words), i+3); end++ {
			found = max(found, standingOf(strings.Join(words[i:end], "")))
		}
	}
	switch {
	case found == subscribed && isNegated:
		return hasLeft
	case found == subscribed: // the other words may say the opposite
		return unsaid
	}
	return found
}

const negations = "not no non never nicht kein pas nao sin niet"

// standingOf returns the state that a word of standings names.
func standingOf(key string) standing {
	for _, s := range standings {
		if among(s.words, key) {
			return s.standing
		}
	}
	return unsaid
}

// answerOf returns what a cell with something in it says in a column of this meaning; unsaid: it cannot be understood, or in a
// column about those who have left, that this person has not.
func (m meaning) answerOf(cell string) standing {
	key, word := keyOf(cell), wordOf(cell)
	isYes, isNo := among(yes, key), key == "" || among(no, key) || strings.HasPrefix(key, "00000000")
	switch {
	case m == isOut && (isNo || word == subscribed):
		return unsaid
	case m == isOut:
		return hasLeft // a yes, a time or a reason
	case word != unsaid:
		return word
	case m == state && strings.HasPrefix(cell, "-"):
		return hasLeft
	case m == state && numbers[key] != unsaid:
		return numbers[key]
	case isYes, m != state && isTime(key):
		return subscribed
	case isNo && m == isConfirmed:
		return unconfirmed
	case isNo:
		return hasLeft
	}
	return unsaid
}

// isTime reports whether a text may be a day or a time in any form.
func isTime(text string) bool {
	digits := 0
	for _, r := range text {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	return digits >= 5
}

// A stateColumn is a column that says who is subscribed.
type stateColumn struct {
	at int
	meaning
	empty standing // what a cell with nothing in it says
}

// stateColumnsOf finds the columns that say who is subscribed. One that seems to and cannot be understood is refused.
func stateColumnsOf(header []string, rows []csvRow) (found []stateColumn, err error) {
	for at, name := range header {
		c, strange := stateColumnOf(at, name, rows)
		if strange > 0 {
			return nil, invalid("csv", fmt.Sprintf("Does the column %q say who is subscribed? We don't understand what line %d has there. "+
				"Please write subscribed or unsubscribed, or delete the column if it is about something else.", shortened(name), strange))
		}
		if c.meaning != nothing {
			found = append(found, c)
		}
	}
	return found, nil
}

// stateColumnOf returns what a column says of people's state, or the first line in which it cannot be understood.
func stateColumnOf(at int, name string, rows []csvRow) (c stateColumn, strange int) {
	meanings := meaningsOf(name)
	c = stateColumn{at: at, meaning: slices.Max(append(meanings, nothing))}
	isSuspect := soundsLikeState(name)
	var people [hasLeft + 1]int
	for _, row := range rows {
		cell := row.cell(at)
		if cell == "" {
			continue
		}
		s := wordOf(cell)
		if c.meaning >= state {
			s = c.answerOf(cell)
		} else {
			isSuspect = isSuspect || among(unmistakable, keyOf(cell))
		}
		people[s]++
		if s == unsaid && c.meaning != isOut && strange == 0 {
			strange = row.line
		}
	}
	switch {
	case people == [hasLeft + 1]int{}: // no cell has anything
		return stateColumn{}, 0
	case c.meaning >= state:
	case len(meanings) > 0 || !isSuspect:
		return stateColumn{}, 0
	default:
		c.meaning = state
	}
	switch {
	case c.meaning == isIn:
		c.empty = hasLeft
	case c.meaning == isConfirmed, c.meaning == state && people[subscribed] > 0:
		c.empty = unconfirmed
	}
	return c, strange
}

// shortened returns the beginning of a column's name.
func shortened(name string) string {
	const longest = 60
	if runes := []rune(strings.TrimSpace(name)); len(runes) > longest {
		return string(runes[:longest]) + "…"
	}
	return strings.TrimSpace(name)
}

// stateOf returns what the columns of a row say together: who has left in one of them has left.
func stateOf(row csvRow, columns []stateColumn) (s standing) {
	for _, c := range columns {
		if cell := row.cell(c.at); cell != "" {
			s = max(s, c.answerOf(cell))
		} else {
			s = max(s, c.empty)
		}
	}
	return s
}
