package httpapi

import (
	"hash/crc32"
	"net/http"
	"strconv"

	"github.com/vitrine-directory/vitrine/internal/encoding"
	"github.com/vitrine-directory/vitrine/internal/revision"
)

// stream sends a list that may be as large as the catalogue without holding it in memory: it encodes it twice, once for
// the ETag and once to send, and does not cache it. At most maxBulk run concurrently.
func (a *API) stream(w http.ResponseWriter, r *http.Request, now revision.Revision, q *Question, wanted encoding.Encoding) {
	if err := acquire(a.cache.bulk, maxBulkWait); err != nil {
		a.fail(w, r, err)
		return
	}
	defer func() { <-a.cache.bulk }()
	fields, write, err := q.route.Handler.stream(q)
	if err != nil {
		a.fail(w, r, err)
		return
	}
	var t tagger
	_ = write(&t) // never fails
	if wanted != encoding.Identity && (t.length < encoding.Least || !a.cache.mayPack(t.length)) {
		wanted = encoding.Identity
	}
	e := newEntry(a.cache.packer, now, Reply{Header: fields, tag: t.tag()}, encoding.Fastest)
	e.Stream(w, r, wanted, write)
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
