package mirror

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/site"
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
	for _, k := range kinds() {
		begin.Kinds = append(begin.Kinds, k.name)
	}
	if err := put("vitrine", begin); err != nil {
		return err
	}
	count := 0
	for _, k := range kinds() {
		for _, r := range k.rows(c) {
			count++
			if err := lines.Encode(line{k.name, r.fields}); err != nil {
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
func Read(from io.Reader) (*Content, error) {
	lines := bufio.NewScanner(from)
	lines.Buffer(make([]byte, 1<<16), maxLine)
	c, count, ended := &Content{}, -1, false // the header is not a row
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
	switch l.Kind {
	case "vitrine":
		var begin first
		if err := json.Unmarshal(l.Row, &begin); err != nil || begin.Format < 1 {
			return errors.New("it does not say which form it has")
		}
		if begin.Format > format {
			return fmt.Errorf("%w: %d, known is %d", errForm, begin.Format, format)
		}
		c.lacks(begin.Kinds)
		return nil
	case "categories":
		return appendTo(c, &c.Categories, l)
	case "products":
		return appendTo(c, &c.Products, l)
	case "product_slugs":
		return appendTo(c, &c.OldSlugs, l)
	case "alternative_picks":
		return appendTo(c, &c.Picks, l)
	case "collections":
		return appendTo(c, &c.Collections, l)
	case "comparison_verdicts":
		return appendTo(c, &c.Verdicts, l)
	case "legal_pages":
		return appendTo(c, &c.LegalPages, l)
	case "social_media_links":
		return appendTo(c, &c.SocialLinks, l)
	case "logo_settings":
		return appendTo(c, &c.Logos, l)
	case "site_settings":
		return c.addSetting(l)
	}
	c.leaveOut(l.Kind)
	return nil
}

// appendTo decodes a row and appends it. It skips and notes fields that this program does not know.
func appendTo[T Category | catalog.Product | catalog.OldSlug | Picks | catalog.Collection | site.Verdict | site.LegalPage | site.SocialLink | site.Logo | Setting](c *Content, list *[]T, l line) error {
	var one T
	if strictly(l.Row, &one) != nil {
		unknown, err := unknownFields(l.Row, reflect.TypeFor[T]())
		if err != nil {
			return err
		}
		one = *new(T)
		if err := json.Unmarshal(l.Row, &one); err != nil {
			return err
		}
		for _, name := range unknown {
			c.leaveOut(l.Kind + "." + name)
		}
	}
	*list = append(*list, one)
	return nil
}

// addSetting adds a setting. It skips and notes one that this program does not know, or that belongs to the other site.
func (c *Content) addSetting(l line) error {
	if err := appendTo(c, &c.Settings, l); err != nil {
		return err
	}
	last := len(c.Settings) - 1
	if name := c.Settings[last].Name; !site.IsPortable(name) {
		c.Settings = c.Settings[:last]
		c.leaveOut(l.Kind + "." + name)
	}
	return nil
}

// strictly decodes a JSON value and fails on unknown fields.
func strictly(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

// unknownFields returns the fields of a JSON object that the struct type does not have, sorted.
func unknownFields(text []byte, kind reflect.Type) ([]string, error) {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(text, &given); err != nil {
		return nil, err
	}
	for _, field := range reflect.VisibleFields(kind) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		delete(given, name)
	}
	return slices.Sorted(maps.Keys(given)), nil
}
