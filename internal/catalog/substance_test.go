package catalog

import "testing"

func TestFacts(t *testing.T) {
	for want, tests := range map[int]map[string]ProductFields{
		0: {
			"nothing":                  {},
			"no price, category Other": {Type: Unknown, Categories: []string{OtherCategory}},
			"what every tool has":      {Name: "A", Description: "About A", Website: "https://a.example"},
			"a tag that is a category": {Categories: []string{OtherCategory}, Tags: []string{"other"}},
		},
		1: {
			"a price":       {Type: Premium},
			"a category":    {Categories: []string{"Writing"}, Tags: []string{"writing"}},
			"tags":          {Categories: []string{OtherCategory}, Tags: []string{"Other", "PDF", "Images"}},
			"use cases":     {UseCases: "Write"},
			"a logo":        {Logo: "/uploads/a.png"},
			"screenshots":   {Images: []string{"/uploads/a.png", "/uploads/b.png"}},
			"a video":       {VideoURL: "https://a.example/v"},
			"a deal":        {HasDeal: true},
			"a later Other": {Categories: []string{"Writing", OtherCategory}},
		},
		MaxFacts: {"all": {Type: Free, Categories: []string{"Writing"}, Tags: []string{"PDF"}, UseCases: "u", Logo: "l", Images: []string{"i"}, VideoURL: "v", HasDeal: true}},
	} {
		for name, fields := range tests {
			if got := fields.Facts(); got != want {
				t.Errorf("%s: %d facts, want %d", name, got, want)
			}
		}
	}
}

func TestOwnDescription(t *testing.T) {
	for description, want := range map[string]string{"": "", NoDescription: "", " \n": "", " What it does.\n": "What it does."} {
		if got := (&ProductFields{Description: description}).OwnDescription(); got != want {
			t.Errorf("of %q it is %q, want %q", description, got, want)
		}
	}
}
