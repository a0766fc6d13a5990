package mirror

import (
	"context"
)

// Compare is what Import of a source would do. Nothing is written.
func (m *Mirror) Compare(ctx context.Context, source Source) (Difference, error) {
	want, err := m.readFrom(ctx, source)
	if err != nil {
		return Difference{}, err
	}
	return m.compare(ctx, want)
}

// Preview is what a sync would do now. Nothing is written.
func (m *Mirror) Preview(ctx context.Context) (Difference, error) {
	if err := m.Ready(); err != nil {
		return Difference{}, err
	}
	source, want, err := m.read(ctx)
	if err != nil {
		return Difference{}, err
	}
	defer source.Close() //nolint:errcheck // it was read, and nothing was written to it
	return m.compare(ctx, want)
}

// compare is what has to be done to this site's content to make it the one that is wanted.
func (m *Mirror) compare(ctx context.Context, want *Content) (Difference, error) {
	have, err := m.options.Store.Content(ctx)
	if err != nil {
		return Difference{}, err
	}
	missing, err := m.missing(ctx, want)
	if err != nil {
		return Difference{}, err
	}
	d := Compare(have, want)
	d.LeftOut = want.LeftOut
	images := KindDifference{Kind: "images", Count: Count{Total: len(want.Images()), Added: len(missing)}, Rows: []RowDifference{}}
	for _, name := range missing {
		images.show(RowDifference{ID: name, Name: name, Change: "added"})
	}
	d.Kinds = append(d.Kinds, images)
	return d, nil
}
