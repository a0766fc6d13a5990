package pages

import (
	"github.com/maypok86/otter/v2"

	"github.com/vitrine-directory/vitrine/internal/encoding"
)

// forms caches the non-Brotli encodings of contents that store only the Brotli form.
type forms struct {
	packer *encoding.Packer
	cached *otter.Cache[formKey, *form]
}

// formKey identifies a content by the digest of its body.
type formKey struct {
	tag      string
	encoding encoding.Encoding
}

func newForms(packer *encoding.Packer, memory int64) *forms {
	return &forms{packer, otter.Must(&otter.Options[formKey, *form]{
		MaximumWeight: uint64(memory),
		Weigher:       func(key formKey, f *form) uint32 { return uint32(len(key.tag)+len(f.body)) + 1<<8 },
	})}
}

// of returns a content in an encoding other than Brotli.
func (f *forms) of(c *content, e encoding.Encoding) *form {
	key := formKey{c.tag, e}
	if made, ok := f.cached.GetIfPresent(key); ok {
		return made
	}
	made := c.form(e, f.packer.Pack(f.packer.Unpack(c.in(encoding.Brotli).body), e, c.effort))
	f.cached.Set(key, &made)
	return &made
}
