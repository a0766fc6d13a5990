package mirror

import (
	"context"
)

// Compare returns what an Import of the source would change. It writes nothing.
func (m *Mirror) Compare(ctx context.Context, source Source) (Difference, error) {
	want, err := m.readFrom(ctx, source)
	if err != nil {
		return Difference{}, err
	}
	return m.compare(ctx, want)
}

// Preview returns what a sync would change now. It writes nothing.
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

// compare returns the changes that turn this site's content into want.
func (m *Mirror) compare(ctx context.Context, want *Content) (Difference, error) {
	have, err := m.options.Store.Content(ctx)
	if err != nil {
		return Difference{}, err
	}
	want = want.Over(have)
	missing, err := m.missing(ctx, want)
	if err != nil {
		return Difference{}, err
	}
	d := Compare(have, want)
	d.LeftOut = want.LeftOut
	images := KindDifference{Kind: "images", Count: Count{Total: len(want.Uploads()), Added: len(missing)}, Rows: []RowDifference{}}
	for _, name := range missing {
		images.show(RowDifference{ID: name, Name: name, Change: "added"})
	}
	d.Kinds = append(d.Kinds, images)
	return d, nil
}
