package exchange

import (
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// stateColumns read whether a row is public in the program that it comes from, by canonical name. A row has several:
// one that says no is enough. A column with a date or a word in the place of a yes or no is read all the same.
var stateColumns = map[string]column{
	"status":      func(r *rawRow, cell string) error { r.readStatus(cell); return nil },
	"published":   func(r *rawRow, cell string) error { r.readPublished(cell, false); return nil },
	"publishedat": func(r *rawRow, cell string) error { r.readPublished(cell, true); return nil },
	"unpublished": func(r *rawRow, cell string) error { r.readUnpublished(cell); return nil },
	"password": func(r *rawRow, cell string) error {
		if !isNothing(cell) {
			r.hide("password")
		}
		return nil
	},
}

// stateAliases are the names of those columns, by the one above that reads them.
var stateAliases = map[string][]string{
	"status": {"state", "poststatus", "poststate", "listingstatus", "itemstatus", "entrystatus", "publishstatus", "publicationstatus", "publishingstatus",
		"publicationstate", "reviewstatus", "approvalstatus", "moderationstatus", "moderation", "approval", "visibility", "visibilityincatalog",
		"catalogvisibility", "workflow", "workflowstate", "stage", "etat", "statut", "estado", "estatus", "stato", "situacao", "zustand", "sichtbarkeit",
		"visibilite", "visibilidad", "visibilita", "visibilidade"},
	"published": {"ispublished", "publish", "public", "ispublic", "active", "isactive", "enabled", "isenabled", "visible", "isvisible", "approved",
		"isapproved", "live", "islive", "online", "isonline", "listed", "islisted", "show", "reviewed", "verifiedlisting", "veroffentlicht", "aktiv",
		"freigegeben", "sichtbar", "publie", "actif", "enligne", "approuve", "publicado", "publicada", "activo", "aprobado", "pubblicato", "attivo",
		"approvato", "ativo", "aprovado", "gepubliceerd", "actief"},
	"publishedat": {"publishedon", "publisheddate", "datepublished", "publishdate", "publishat", "publicationdate", "golive", "golivedate", "goliveat",
		"scheduledat", "scheduledfor", "scheduleddate", "publicatedat", "veroffentlichtam", "publiele", "fechadepublicacion", "datadipubblicazione",
		"datadepublicacao"},
	"unpublished": {"draft", "isdraft", "archived", "isarchived", "archivedat", "deleted", "isdeleted", "deletedat", "datedeleted", "deletedon",
		"archivedon", "trashed", "istrashed", "trashedat", "intrash", "hidden", "ishidden", "private", "isprivate", "unlisted", "isunlisted", "disabled",
		"isdisabled", "rejected", "isrejected", "rejectedat", "pending", "ispending", "spam", "isspam", "banned", "blocked", "suspended", "unpublishedat",
		"isunpublished", "removed", "removedat", "inactive", "isinactive", "entwurf", "archiviert", "geloscht", "brouillon", "archive", "supprime",
		"borrador", "archivado", "eliminado", "bozza", "archiviato", "eliminato", "rascunho", "arquivado", "excluido"},
	"password": {"postpassword"},
}

// hiddenWords are what programs call a row that is not public, as stateWords writes them. One of them among other words
// is enough, so longer terms are here only if none of their words is.
var hiddenWords = wordSet(`
	draft drafts drafted autodraft unpublished unlisted pending awaiting waiting queued submitted unreviewed unapproved unverified
	private privately future scheduled schedule trash trashed bin deleted removed archived archive rejected declined denied refused disapproved
	hidden invisible inactive disabled deactivated paused expired offline blocked banned suspended spam flagged backlog todo idea ideas wip staging
	inherit internal password closed members cancelled canceled duplicate hold
	entwurf entwurfe ausstehend wartend privat geplant papierkorb archiviert abgelehnt unveroffentlicht geloscht versteckt verborgen deaktiviert inaktiv
	gesperrt abgelaufen zuruckgezogen wartet warten eingereicht
	brouillon brouillons attente prive privee planifie planifiee programmee programme valider corbeille archivee rejete rejetee refuse refusee depublie masque masquee
	supprime supprimee cache inactif inactive desactive expire
	borrador borradores pendiente privado privada programado programada papelera archivado archivada rechazado rechazada oculto oculta eliminado
	eliminada inactivo inactiva desactivado caducado espera
	bozza bozze attesa privato programmato programmata cestino archiviato archiviata rifiutato rifiutata respinto nascosto nascosta eliminato
	inattivo disattivato scaduto
	rascunho rascunhos pendente agendado agendada lixeira lixo arquivado arquivada rejeitado rejeitada recusado recusada excluido excluida inativo
	desativado expirado
	concept afwachting prullenbak gearchiveerd afgewezen gepland verborgen verwijderd inactief
	utkast kladde luonnos koncept szkic taslak черновик модерации скрыто удалено чернетка 下書き 非公開 予約 草稿 未发布 未發布 待审核 待審核 비공개 초안 임시저장
`)

// hiddenTerms are terms of several words that say the same.
var hiddenTerms = []string{"in review", "under review", "to review", "needs review", "for review", "review needed", "review required", "to do", "on hold", "in progress",
	"not started", "sin publicar", "needs work", "needs edit", "needs editing", "new submission", "changes requested", "in bearbeitung", "in prufung", "zur prufung", "in arbeit", "en cours", "en revision", "a relire", "por revisar", "en proceso", "in revisione", "da rivedere", "in corso",
	"em revisao", "em andamento", "a publicar", "da pubblicare"}

// publicWords are what programs call a row that is public.
var publicWords = wordSet(`
	published publish public live active approved accepted done complete completed listed online visible available enabled verified open released ready
	current featured catalog search ok yes true
	veroffentlicht offentlich aktiv freigegeben genehmigt sichtbar fertig erledigt ja wahr
	publie publiee publique actif approuve approuvee ligne visible termine oui vrai
	publicado publicada publico publica activo activa aprobado aprobada visible listo si verdadero
	pubblicato pubblicata pubblico pubblica attivo attiva approvato approvata visibile vero
	ativo ativa aprovado aprovada visivel sim verdadeiro
	gepubliceerd openbaar actief goedgekeurd
	publicerad offentliggjort julkaistu opublikowany publikovano yayinlandi опубликовано опубліковано 公開 公开 已发布 已發布 発行済み 게시됨 공개 publiziert shipped
`)

// negations turn a word for public into its opposite: "not published", "noch nicht freigegeben".
var negations = wordSet("not non no never un nicht noch pas nao sin senza niet isnt не inte ikke")

// wordSet returns the words, folded: in Korean that takes letters apart.
func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[catalog.Fold(word)] = true
	}
	return set
}

// stateWords returns a cell's words without case, accents and everything that is no letter or digit, so that
// "✅ Published" and "auto-draft" are words of the lists.
func stateWords(cell string) []string {
	return strings.Fields(notWord.ReplaceAllString(catalog.Fold(strings.NewReplacer("auto-draft", "draft", "Auto-Draft", "draft").Replace(cell)), " "))
}

// hide leaves the row out. The first reason counts.
func (r *rawRow) hide(reason string) {
	if r.hidden == "" {
		r.hidden = strings.ToLower(shorten(reason))
	}
}

// readStatus reads a word for the state of a row. The words that are neither for public nor for hidden are reported.
func (r *rawRow) readStatus(cell string) {
	if isNothing(cell) {
		return
	}
	if value, err := parseBool(cell); err == nil {
		if !value {
			r.hide(cell)
		}
		return
	}
	words := stateWords(cell)
	all := " " + strings.Join(words, " ") + " "
	isPublic, isNegated := false, false
	for _, word := range words {
		if hiddenWords[word] {
			r.hide(strings.TrimSpace(cell))
			return
		}
		isPublic = isPublic || publicWords[word]
		isNegated = isNegated || negations[word]
	}
	for _, term := range hiddenTerms {
		if strings.Contains(all, " "+term+" ") {
			r.hide(strings.TrimSpace(cell))
			return
		}
	}
	switch {
	case isPublic && isNegated:
		r.hide(strings.TrimSpace(cell))
	case !isPublic && strings.TrimSpace(all) != "":
		r.oddState = strings.TrimSpace(cell)
	}
}

// readPublished reads whether, or when, a row was published. Airtable leaves a box that is not checked empty, as other
// programs leave a cell that nobody filled in: the other rows show which it is. A date that is missing is never public:
// Strapi, Webflow and others write none for a draft.
func (r *rawRow) readPublished(cell string, isDate bool) {
	cell = strings.TrimSpace(cell)
	switch value, err := parseBool(cell); {
	case isNothing(cell) && isDate:
		r.hide("not published")
	case isNothing(cell):
		r.unchecked = true
	case strings.EqualFold(cell, "checked"):
		r.checked = true
	case err == nil && !value:
		r.hide("not published")
	case err == nil:
	default:
		if date, ok := ParseDate(cell); ok {
			r.published = date
			return
		}
		r.readStatus(cell)
	}
}

// readUnpublished reads the opposite: whether, or when, a row was deleted, archived or the like. A date in the future is
// when that will happen.
func (r *rawRow) readUnpublished(cell string) {
	if isNothing(cell) {
		return
	}
	if value, err := parseBool(cell); err == nil && !value {
		return
	}
	if words := stateWords(cell); len(words) == 1 && publicWords[words[0]] && words[0] != "true" && words[0] != "yes" {
		return
	}
	r.hide("draft, archived or deleted")
}

// schedule hides a row that is to be published after now.
func (r *rawRow) schedule(now time.Time) {
	if r.published.After(now.Add(dayOfTolerance)) {
		r.hide("scheduled")
	}
}
