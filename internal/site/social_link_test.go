package site

import (
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// The platform, URL and display order of a social link are validated.
func TestSocialLinkLimits(t *testing.T) {
	const address = "https://example.com/"
	long := address + strings.Repeat("é", 500-len(address))
	for _, valid := range []SocialLink{{Platform: strings.Repeat("é", 50), URL: long}, {Platform: " X ", URL: " http://h:8080/ ", DisplayOrder: -5}} {
		if _, err := valid.Check(); err != nil {
			t.Errorf("%+v: %v", valid, err)
		}
	}
	for name, c := range map[string]struct {
		SocialLink
		field, message string
	}{
		"no platform":                       {SocialLink{URL: address}, "platform", "Platform is required"},
		"a blank platform":                  {SocialLink{Platform: " \t", URL: address}, "platform", "Platform is required"},
		"a long platform":                   {SocialLink{Platform: strings.Repeat("é", 51), URL: address}, "platform", "Please use at most 50 characters"},
		"two lines":                         {SocialLink{Platform: "a\nb", URL: address}, "platform", "Please remove line breaks and invisible control characters"},
		"no URL":                            {SocialLink{Platform: "X"}, "url", "Please enter a valid URL"},
		"a script":                          {SocialLink{Platform: "X", URL: "javascript:alert(1)"}, "url", "Please enter a valid URL"},
		"no scheme":                         {SocialLink{Platform: "X", URL: "//example.com/"}, "url", "Please enter a valid URL"},
		"a long URL":                        {SocialLink{Platform: "X", URL: long + "é"}, "url", "Please use at most 500 characters"},
		"a display order above the maximum": {SocialLink{Platform: "X", URL: address, DisplayOrder: 1_000_001}, "displayOrder", "Please enter a number from -1000000 to 1000000"},
		"a display order below the minimum": {SocialLink{Platform: "X", URL: address, DisplayOrder: -1_000_001}, "displayOrder", "Please enter a number from -1000000 to 1000000"},
	} {
		_, err := c.Check()
		if f := fault.From(err); len(f.Fields) != 1 || f.Fields[0] != (fault.Field{Field: c.field, Message: c.message}) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
