package api

import (
	"hash/crc32"
	"io"
	"net/http"
	"strconv"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/encoding"
)

// streamChunk is the approximate size of one write of a streamed answer, in bytes.
const streamChunk = 64 << 10

// stream sends a list that may be as large as the catalogue without holding it in memory: it encodes it twice, once for
// the ETag and once to send, and does not cache it. At most maxBulk run concurrently.
func (a *API) stream(w http.ResponseWriter, r *http.Request, v view, q *question, wanted encoding.Encoding) {
	if err := acquire(a.cache.bulk, maxBulkWait); err != nil {
		a.fail(w, r, err)
		return
	}
	defer func() { <-a.cache.bulk }()
	page, err := v.snapshot.List(q.query)
	if err != nil {
		a.fail(w, r, err)
		return
	}
	var t tagger
	_ = writeProducts(&t, page.Items) // never fails
	if wanted != encoding.Identity && (t.length < encoding.Least || !a.cache.mayPack(t.length)) {
		wanted = encoding.Identity
	}
	e := newEntry(a.cache.packer, v.revision, reply{fields: listFields(q, page), tag: t.tag()}, encoding.Fastest)
	e.Stream(w, r, wanted, func(w io.Writer) error { return writeProducts(w, page.Items) })
}

// writeProducts writes the output of appendProducts in chunks.
func writeProducts(w io.Writer, items []*browse.Item) error {
	chunk := append(make([]byte, 0, streamChunk*2), '[')
	for i, item := range items {
		if i > 0 {
			chunk = append(chunk, ',')
		}
		if chunk = item.AppendJSON(chunk); len(chunk) >= streamChunk {
			if _, err := w.Write(chunk); err != nil {
				return err
			}
			chunk = chunk[:0]
		}
	}
	_, err := w.Write(append(chunk, ']'))
	return err
}

// tagger computes the ETag of the bytes written to it.
type tagger struct {
	castagnoli, ieee uint32
	length           int
}

func (t *tagger) Write(part []byte) (int, error) {
	t.castagnoli = crc32.Update(t.castagnoli, castagnoli, part)
	t.ieee = crc32.Update(t.ieee, crc32.IEEETable, part)
	t.length += len(part)
	return len(part), nil
}

// tag returns two CRCs of different polynomials and the length, the same on every machine. It need not resist forgery,
// because only our own answers have tags; at 20 KB it takes 3 µs, SHA-256 takes 13.
func (t *tagger) tag() string {
	tag := make([]byte, 0, 28)
	for _, part := range [...]uint64{uint64(t.castagnoli), uint64(t.ieee), uint64(t.length)} {
		tag = append(strconv.AppendUint(tag, part, 36), '.')
	}
	return string(tag[:len(tag)-1])
}
