package pages

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/encoding"
	"github.com/vitrine-directory/vitrine/internal/revision"
)

// ContentSecurityPolicy is the policy of every document: only the site's own script files run. It allows inline styles,
// because all visitors share a cached document, which rules out a nonce per response.
const ContentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self' data: https:; font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self' https:; " +
	"object-src 'none'; worker-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// revision returns the current revision of documents that depend on popularity.
func (p *Pages) revision() revision.Revision {
	r := revision.Current(p.options.Catalogue, p.options.Site)
	r.Style = p.custom.Load().version()
	return r
}

// revisionOf returns the current revision of the document at an address.
func (p *Pages) revisionOf(a address) revision.Revision {
	r := p.revision()
	if a.query.Sort != browse.SortPopular {
		r.Popularity = 0
	}
	return r
}

// document is a finished page.
type document struct {
	*content
	revision     revision.Revision
	renderNumber int64             // number of the render that produced it
	needs        []string          // URLs of the API answers in it
	digest       [sha256.Size]byte // of its head and state; zero: not computed
}

// weight estimates the size of the document in bytes, with its compressed forms.
func (d *document) weight() uint32 {
	if d.Body() == nil {
		return uint32(len(d.In(encoding.Brotli))) + 3<<9
	}
	return uint32(len(d.Body())*8/5) + 2<<10
}

// renewed returns the document with a later revision that did not change its inputs.
func (d *document) renewed(r revision.Revision) *document {
	next := *d
	next.revision = r
	return &next
}

// packed returns the document for the cache: compressed with Brotli, the source of other encodings on request.
func (d *document) packed(forms *encoding.Forms) *document {
	next := *d
	next.content = d.content.Packed(forms)
	return &next
}

// digestOf returns the digest of all inputs of the document at an address: its head, and its state, which is the only
// input of its markup. Equal digests mean equal documents.
func (p *Pages) digestOf(a address, h head, state []byte) (digest [sha256.Size]byte, err error) {
	hash := sha256.New()
	fmt.Fprintf(hash, "%d %t\n", h.Status, h.Private)
	if err := p.frameOf(a).writeHead(hash, h); err != nil {
		return digest, fmt.Errorf("write the head of a document: %w", err)
	}
	hash.Write(state)
	return [sha256.Size]byte(hash.Sum(nil)), nil
}

// state returns the JSON of a document's state block: the site's name and the API answers of the page. The browser
// requests missing answers.
func state(siteName string, addresses []string, answers []Answer) ([]byte, error) {
	name, err := json.Marshal(siteName)
	if err != nil {
		return nil, fmt.Errorf("encode the site's name: %w", err)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"site":{"name":%s}`, name)
	for i, target := range addresses {
		key, err := json.Marshal(target)
		if err != nil {
			return nil, fmt.Errorf("encode an address: %w", err)
		}
		if !json.Valid(answers[i].Body) {
			return nil, fmt.Errorf("the answer to %s is no JSON", target)
		}
		b.WriteString([...]string{`,"answers":{`, `,`}[min(i, 1)])
		fmt.Fprintf(&b, `%s:{"status":%d,"body":`, key, answers[i].Status)
		json.HTMLEscape(&b, answers[i].Body)
		b.WriteByte('}')
	}
	if len(addresses) > 0 {
		b.WriteByte('}')
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// input returns the renderer's input: the state with the address before it.
func input(a address, state []byte) ([]byte, error) {
	at, err := json.Marshal(struct {
		Path   string `json:"path"`
		Search string `json:"search"`
	}{a.path, a.search()})
	if err != nil {
		return nil, fmt.Errorf("encode the address of a page: %w", err)
	}
	at[len(at)-1] = ','
	return append(at, state[1:]...), nil
}

// root is the content of a document's root element: HTML with all user text escaped, or empty.
type root struct {
	markup string
	plain  bool // written by Go, not React: the browser renders the screen again, and nothing caches the document
}

// bind assembles a document.
func (p *Pages) bind(f *frame, h head, r root, state []byte) (*content, error) {
	var b bytes.Buffer
	b.Grow(len(r.markup) + len(state) + 8<<10)
	if err := f.writeHead(&b, h); err != nil {
		return nil, fmt.Errorf("write the head of a document: %w", err)
	}
	open, caching := `<body><div id="root">`, "no-cache"
	if r.plain {
		open = `<body><div id="root" data-plain>`
	}
	if r.plain || h.Private {
		caching = "no-store"
	}
	b.WriteString(open)
	b.WriteString(r.markup)
	b.WriteString(`</div><script type="application/json" id="state">`)
	b.Write(state)
	b.WriteString("</script></body></html>\n")
	return newContent(p.packer, encoding.Default, h.Status, b.Bytes(),
		header("Content-Type", "text/html; charset=utf-8"),
		header("Cache-Control", caching),
		header("Content-Security-Policy", ContentSecurityPolicy),
	), nil
}
