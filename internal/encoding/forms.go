package encoding

import "github.com/maypok86/otter/v2"

// Forms caches the non-Brotli encodings of contents that store only the Brotli form.
type Forms struct{ cached *otter.Cache[formKey, *form] }

// formKey identifies a content by the digest of its body.
type formKey struct {
	tag      string
	encoding Encoding
}

// NewForms returns a cache that takes this many bytes.
func NewForms(memory int64) *Forms {
	return &Forms{otter.Must(&otter.Options[formKey, *form]{
		MaximumWeight: uint64(memory),
		Weigher:       func(key formKey, f *form) uint32 { return uint32(len(key.tag)+len(f.body)) + 1<<8 },
	})}
}

// of returns a content in an encoding other than Brotli.
func (f *Forms) of(c *Content, e Encoding) *form {
	key := formKey{c.response.Tag, e}
	if made, ok := f.cached.GetIfPresent(key); ok {
		return made
	}
	made := c.form(e, c.packer.Pack(c.packer.Unpack(c.In(Brotli)), e, c.response.Effort))
	f.cached.Set(key, made)
	return made
}
