package exchange

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// otherNames are the names that other programs give a column, in canonical form, by ours: programs of this field, and
// spreadsheets in German, French, Spanish, Italian, Portuguese, Dutch and other languages.
var otherNames = map[string][]string{
	"name": {"title", "posttitle", "listingtitle", "tool", "toolname", "product", "productname", "titel", "bezeichnung", "produkt", "produktname", "werkzeug",
		"nom", "titre", "outil", "nombre", "titulo", "herramienta", "nome", "titolo", "strumento", "ferramenta", "naam", "nazwa", "namn", "navn", "nimi", "nazev", "ad", "adi", "название", "имя", "назва", "名前", "名称", "ツール名", "名稱", "이름"},
	"website": {"url", "link", "homepage", "websiteurl", "websitelink", "externalurl", "companywebsite", "listingwebsite", "hpwebsite", "hpurl", "producturl", "toolurl",
		"weburl", "siteurl", "webseite", "internetseite", "webadresse", "internetadresse", "externeurl", "site", "siteweb", "lien",
		"sitioweb", "sitio", "paginaweb", "enlace", "sitoweb", "sito", "collegamento", "urlexterna", "urlexterne", "urlesterno", "strona", "adres", "adresurl", "webbplats", "hemsida", "hjemmeside", "nettsted", "webovastranka", "websitesi", "сайт", "ссылка", "ウェブサイト", "公式サイト", "网站", "網站", "网址", "網址", "웹사이트", "홈페이지"},
	"description": {"content", "postcontent", "listingcontent", "summary", "about", "longdescription", "fulldescription", "shortdescription", "body", "excerpt",
		"beschreibung", "kurzbeschreibung", "inhalt", "contenu", "descriptif", "descripcion", "contenido", "resumen", "descrizione", "contenuto", "descricao", "conteudo", "resumo",
		"omschrijving", "beschrijving", "opis", "beskrivning", "beskrivelse", "popis", "aciklama", "описание", "опис", "説明", "概要", "描述", "说明", "설명"},
	"categories": {"category", "postcategory", "postcategories", "listingcategories", "listingcategory", "productcategory", "productcategories", "toolcategory", "toolcategories",
		"productcat", "listingcat", "toolcat", "adcat", "maincategory", "primarycategory", "applicationcategory", "kategorie", "kategorien", "rubrik", "rubriken", "categorie", "rubrique", "rubriques", "categoria", "categorias",
		"categorieen", "kategoria", "kategorier", "kategoriler", "категория", "категории", "категорія", "カテゴリ", "カテゴリー", "分类", "分類", "类别", "類別", "카테고리", "분류"},
	"tags": {"tag", "posttags", "keywords", "listingtags", "producttags", "producttag", "keyword", "topics", "schlagworte", "schlagworter", "stichworte", "stichworter", "etiquettes",
		"motscles", "etiquetas", "palabrasclave", "etichette", "parolechiave", "palavraschave", "trefwoorden", "labels"},
	"pricing": {"price", "pricingmodel", "pricerange", "plan", "pricingtype", "pricetype", "pricemodel", "plans", "cost", "regularprice", "preis", "preise", "preismodell", "kosten",
		"regularerpreis", "prix", "tarif", "tarifs", "precio", "precios", "prezzo", "prezzi", "preco", "precos", "prijs", "cena", "pris", "hinta", "fiyat", "цена", "ціна", "価格", "料金", "价格", "價格", "가격"},
	"logo": {"logourl", "icon", "iconurl", "logoimage"},
	"images": {"screenshots", "screenshot", "image", "imageurl", "postimages", "listingimg", "bild", "bilder", "bildschirmfotos", "captures", "imagen", "imagenes", "immagine",
		"immagini", "imagem", "imagens", "afbeeldingen"},
	"affiliateurl":       {"affiliatelink", "partnerlink", "reflink", "referrallink", "referralurl"},
	"affiliatenetwork":   {"network"},
	"affiliateprogramme": {"affiliateprogram", "programme", "program"},
	"videourl":           {"video", "companyvideo", "videolink"},
	"isfeatured":         {"featured", "highlighted", "hervorgehoben", "empfohlen", "istempfohlen", "misenavant", "envedette", "vedette", "destacado", "inevidenza", "destaque", "uitgelicht"},
	"slug":               {"postname"},
	"createdat": {"created", "createdtime", "createdon", "createddate", "datecreated", "creationdate", "added", "addedon", "addedat", "dateadded", "addeddate", "postdategmt",
		"postdate", "pubdate", "date", "submittedat", "submittedon", "datesubmitted", "listedon", "listedat", "inserted", "insertedat", "erstellt", "erstelltam", "erstellungsdatum", "hinzugefugt",
		"hinzugefugtam", "datum", "angelegtam", "cree", "creele", "datedecreation", "ajoute", "ajoutele", "creado", "creadoel", "fechadecreacion", "fecha", "anadido",
		"creato", "creatoil", "datadicreazione", "aggiunto", "data", "criado", "criadoem", "datadecriacao", "adicionado", "adicionadoem", "toegevoegd", "aangemaakt"},
}

// aliases maps those names to ours, and the names of the columns for states.
var aliases = func() map[string]string {
	names := map[string]string{}
	for _, table := range []map[string][]string{otherNames, stateAliases} {
		for field, others := range table {
			for _, other := range others {
				names[canonical(other)] = field // in Korean, letters stand apart
			}
		}
	}
	return names
}()

// fieldOf returns the canonical name of the field that a column is read into, or "" for an unknown column.
func fieldOf(name string) string {
	if columns[name] != nil {
		return name
	}
	return aliases[name]
}

// origin is the program that a row comes from, as far as it changes how cells are read.
type origin struct {
	own        bool // our own export: cells are taken as they are
	wordPress  bool // markup in texts, entities everywhere, lists separated by | and >
	pocketBase bool // related records have ids
	shop       bool // WooCommerce: the type is one of products, lists are separated by commas and >
	api        bool // records of a database, whose ids are not ours
}

// apiMark is a column that marks a record of an API.
const apiMark = "\x00record"

// originOf recognizes a program by columns that only its exports have, given in canonical form.
func originOf(names []string) origin {
	has := func(name string) bool { return slices.Contains(names, name) }
	shop := has("externalurl") && (has("sku") || has("buttontext") || has("visibilityincatalog"))
	return origin{
		own:        has("logocolor"),
		wordPress:  has("posttitle") || has("listingtitle") || has("posttype") || has("permalink") || shop,
		pocketBase: has("collectionid"),
		shop:       shop,
		api:        has("documentid") || has("datecreated") || has("usercreated") || has("itemid") || has(canonical(apiMark)),
	}
}

// foreign reports whether ids are those of another program, which must not match our own.
func (o origin) foreign() bool { return o.wordPress || o.pocketBase || o.api }

// cellFor returns a cell for a field as our own export would write it. The bool reports that the cell named files that
// the other program has, and the export has not.
func (o origin) cellFor(field, cell string) (string, bool) {
	if o.own {
		return cell, false
	}
	switch field {
	case "categories", "tags":
		return o.cleanList(cell), false
	case "images":
		return imageURLs(withoutEntities(cell))
	case "logo":
		if isAttachment(cell) {
			return "", true
		}
	}
	return cell, false
}

// cleanList rewrites a list of names as a JSON array, which list reads.
func (o origin) cleanList(cell string) string {
	items := list(cell)
	if !isJSONList(cell) {
		items = o.splitList(withoutEntities(cell))
	}
	for i, item := range items {
		if !strings.HasSuffix(item, ")") {
			continue
		}
		if relation := notionRelation.FindStringSubmatch(item); relation != nil {
			items[i] = relation[1]
		}
	}
	return jsonList(items)
}

// splitList splits a list at the separator that it has. A name in quotes stays one, whatever is in it: so Airtable
// writes a name with a comma.
func (o origin) splitList(cell string) []string {
	separator := ","
	switch {
	case o.shop:
		separator = ",>"
	case o.wordPress && strings.ContainsAny(cell, "|>"):
		separator = "|>"
	default:
		for _, other := range []string{";", "\n", "\r", "|"} {
			if strings.Contains(outsideQuotes(cell), other) {
				separator = other
				break
			}
		}
	}
	var items []string
	for rest := cell; rest != ""; {
		item, after := cutItem(rest, separator)
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
		rest = after
	}
	return items
}

// cutItem cuts the first item off a list.
func cutItem(text, separators string) (item, after string) {
	if quoted := quotedItem.FindString(text); quoted != "" {
		rest := strings.TrimLeft(text[len(quoted):], " ")
		if rest == "" || strings.ContainsRune(separators, rune(rest[0])) {
			quoted = strings.TrimSpace(quoted)
			return strings.ReplaceAll(quoted[1:len(quoted)-1], `""`, `"`), strings.TrimLeft(rest, separators)
		}
	}
	end := 0
	for end < len(text) && (!strings.ContainsRune(separators, rune(text[end])) || end > 0 && text[end-1] == '\\') { // WooCommerce escapes commas in names
		end++
	}
	return strings.ReplaceAll(text[:end], `\,`, ","), text[min(end+1, len(text)):]
}

// quotedItem is an item in quotes at the start of a list, in which quotes are doubled.
var quotedItem = regexp.MustCompile(`^\s*"(?:[^"]|"")+"`)

// outsideQuotes returns a list without its items in quotes.
func outsideQuotes(cell string) string { return inQuotes.ReplaceAllString(cell, "") }

var inQuotes = regexp.MustCompile(`"(?:[^"]|"")+"`)

// jsonList returns the items as a JSON array, which list reads; no items are an empty cell.
func jsonList(items []string) string {
	if len(items) == 0 {
		return ""
	}
	text, err := json.Marshal(items)
	if err != nil { // a list of strings: cannot fail
		panic(err)
	}
	return string(text)
}

var (
	// notionRelation is how Notion writes a related page: "Writing (https://www.notion.so/Writing-5f0c…)" or
	// "Writing (Categories/Writing 5f0c….md)".
	notionRelation = regexp.MustCompile(`^(.+) \((?:https://(?:www\.)?notion\.(?:so|com)/[^()]*|[^()]*\.(?:md|csv))\)$`)
	// numbers is a list of the numbers that WordPress gives to categories.
	numbers = regexp.MustCompile(`^[0-9]+$`)
	// recordID is the id of a record in PocketBase.
	recordID = regexp.MustCompile(`^[a-z0-9]{15}$`)
	// imageFile is the name of an image without a host.
	imageFile = regexp.MustCompile(`(?i)^[^:]+\.(png|jpe?g|gif|webp|svg|avif|bmp|heic)$`)
	// betweenURLs is the comma between two image URLs.
	betweenURLs = regexp.MustCompile(`,\s*(https?://)`)
	// airtableFile is a link to an attachment, which Airtable lets expire after some hours.
	airtableFile = regexp.MustCompile(`\.?(airtableusercontent\.com|dl\.airtable\.com)/`)
)

// isAttachment reports whether a cell names a file that the export does not have: a name without a host, as Notion and
// PocketBase write them, or a link of Airtable's.
func isAttachment(cell string) bool {
	cell = strings.TrimSpace(cell)
	return airtableFile.MatchString(cell) || (!strings.HasPrefix(cell, "/") && imageFile.MatchString(cell))
}

// imageURLs returns the URLs in a cell, separated by spaces, and reports whether it left attachments out. WordPress
// separates them by commas, GeoDirectory by two colons and adds number, title and caption behind bars.
func imageURLs(cell string) (string, bool) {
	if isAttachment(cell) {
		return "", true
	}
	if isJSONList(cell) {
		all := list(cell)
		urls := slices.DeleteFunc(slices.Clone(all), isAttachment)
		return jsonList(urls), len(urls) < len(all)
	}
	cell = betweenURLs.ReplaceAllString(cell, " $1")
	if !strings.Contains(cell, "|") {
		return cell, false
	}
	var urls []string
	for _, image := range strings.Split(cell, "::") {
		for part := range strings.SplitSeq(image, "|") {
			if part = strings.TrimPrefix(strings.TrimSpace(part), "#"); catalog.WebsiteKey(part) != "" {
				urls = append(urls, part)
			}
		}
	}
	return strings.Join(urls, " "), false
}

// unnamed returns the reason to refuse categories that are only numbers of another database, or "".
func (o origin) unnamed(categories []string) string {
	isID := func(pattern *regexp.Regexp) bool {
		return len(categories) > 0 && !slices.ContainsFunc(categories, func(c string) bool { return !pattern.MatchString(strings.TrimSpace(c)) })
	}
	switch {
	case o.wordPress && isID(numbers):
		return "categories: these are the numbers of categories in WordPress; replace them with the names"
	case o.pocketBase && isID(recordID):
		return "categories: these are the ids of related records; add ?expand= and the name of the relation to the request"
	}
	return ""
}
