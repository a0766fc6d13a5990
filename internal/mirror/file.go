package mirror

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// format is the version of the file format below. Read refuses later versions. A new field or kind of row needs no new
// version: a reader skips and names what it does not know.
const format = 1

// Bounds of a file. The longest row is a site logo: 5 MB, in base64.
const (
	maxLine = 16 << 20 // bytes
	maxRows = catalog.MaxProducts
)

// line is one line of the file: a row of a kind, the header ("vitrine") or the trailer ("end").
type line struct {
	Kind string          `json:"kind"`
	Row  json.RawMessage `json:"row"`
}

// first and last are the rows of the header and of the trailer. A file without a trailer is incomplete.
type (
	first struct {
		Format int      `json:"format"`
		Kinds  []string `json:"kinds,omitempty"` // that the program has, with rows or without; nil: those of firstKinds
	}
	last struct {
		Rows int `json:"rows"`
	}
)

// Write writes the content as JSON lines. The same content yields the same bytes.
func Write(to io.Writer, c *Content) error {
	w := bufio.NewWriterSize(to, 1<<16)
	lines := json.NewEncoder(w)
	put := func(kind string, value any) error {
		text, err := json.Marshal(value)
		if err != nil {
			return err
		}
		return lines.Encode(line{kind, text})
	}
	begin := first{Format: format}
	for _, k := range c.Kinds.Archived() {
		begin.Kinds = append(begin.Kinds, k.Table)
	}
	if err := put("vitrine", begin); err != nil {
		return err
	}
	count := 0
	for _, k := range c.Kinds.Archived() {
		for _, r := range c.Rows(k) {
			count++
			if err := lines.Encode(line{k.Table, r.JSON}); err != nil {
				return err
			}
		}
	}
	if err := put("end", last{count}); err != nil {
		return err
	}
	return w.Flush()
}

// ErrNotContent is Read's error for input that is not the content of a site, or only a part of it.
var ErrNotContent = errors.New("this is not the whole content of a site")

// Read reads what Write has written, in this or another version of the program. It does not check the rows; Check does.
func Read(kinds records.Kinds, from io.Reader) (*Content, error) {
	lines := bufio.NewScanner(from)
	lines.Buffer(make([]byte, 1<<16), maxLine)
	c, count, ended := &Content{Content: records.Content{Kinds: kinds}}, -1, false // the header is not a row
	for lines.Scan() {
		var l line
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil || ended {
			return nil, fmt.Errorf("%w: line %d", ErrNotContent, count+2)
		}
		if (l.Kind == "vitrine") != (count < 0) || count > maxRows {
			return nil, fmt.Errorf("%w: line %d", ErrNotContent, count+2)
		}
		var end last
		if l.Kind == "end" {
			ended = json.Unmarshal(l.Row, &end) == nil && end.Rows == count
			if !ended {
				return nil, ErrNotContent
			}
			continue
		}
		if err := c.add(l); errors.Is(err, errForm) {
			return nil, err
		} else if err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrNotContent, count+2, err)
		}
		count++
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read the content of a site: %w", err)
	}
	if !ended {
		return nil, ErrNotContent
	}
	return c, nil
}

// add adds a line's row to the content.
func (c *Content) add(l line) error {
	if l.Kind == "vitrine" {
		var begin first
		if err := json.Unmarshal(l.Row, &begin); err != nil || begin.Format < 1 {
			return errors.New("it does not say which form it has")
		}
		if begin.Format > format {
			return fmt.Errorf("%w: %d, known is %d", errForm, begin.Format, format)
		}
		c.lacks(begin.Kinds)
		return nil
	}
	unknown, isKnown, err := c.Decode(l.Kind, l.Row)
	if !isKnown {
		c.leaveOut(l.Kind)
	}
	for _, name := range unknown {
		c.leaveOut(l.Kind + "." + name)
	}
	return err
}
