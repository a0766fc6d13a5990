package exchange

import (
	"regexp"
	"strings"
)

// Shortcodes are what WordPress and its builders replace when they show a page. Those that enclose a text leave it;
// those that show something else go with what they enclose.
var (
	shortcode = regexp.MustCompile(`\[(/?)([A-Za-z][A-Za-z0-9_-]*)((?:\s[^\[\]]*|=[^\[\]]*)?)\]`)
	// builderPrefix begins the shortcodes of a builder or plugin.
	builderPrefix = regexp.MustCompile(`(?i)^(vc|wpb|et_pb|et|fusion|av|mk|ux|tatsu|cs|x|fl|su|sp|kc|tdc|tdb|nectar|themify|thrive|woocommerce|wpforms|wpcf7|elementor|ninja|gravity|mvp|rev|cmsms|dt|qode|eltdf|mkdf|stm|bdt|siteorigin|oxy|ct)[_-]`)
	attribute     = regexp.MustCompile(`\s[A-Za-z_-]+\s*=\s*["'“”″]`)
)

// knownShortcodes are those without a prefix. True: what they enclose is no text.
var knownShortcodes = map[string]bool{
	"gallery": true, "embed": true, "audio": true, "video": true, "playlist": true, "youtube": true, "vimeo": true, "wpvideo": true, "soundcloud": true, "twitter": true,
	"instagram": true, "googlemaps": true, "vc_raw_html": true, "vc_raw_js": true, "et_pb_code": true, "fusion_code": true, "vc_video": true, "vc_gmaps": true, "iframe": true, "script": true,
	"caption": false, "wp_caption": false, "contact-form-7": false, "contact-form": false, "gravityform": false, "rev_slider": false, "toc": false, "products": false, "product": false,
	"add_to_cart": false, "button": false, "row": false, "column": false, "col": false, "columns": false, "section": false, "container": false, "tabs": false, "tab": false, "toggle": false,
	"accordion": false, "spacer": false, "divider": false, "icon": false, "dropcap": false, "highlight": false, "tooltip": false, "alert": false, "box": false, "list": false, "li": false,
	"one_half": false, "one_third": false, "two_third": false, "one_fourth": false, "three_fourth": false, "one_half_last": false, "one_third_last": false, "two_third_last": false,
	"ux_html": false, "text_block": false, "recent_posts": false, "sitemap": false, "smartslider3": false, "mailpoet_form": false, "tablepress": false, "ref": false, "footnote": false,
}

// withoutShortcodes removes the shortcodes of WordPress from a text. Other words in brackets stay: "[2]", "[beta]".
func withoutShortcodes(text string) string {
	if !strings.Contains(text, "[") {
		return text
	}
	closed := map[string]bool{}
	found := shortcode.FindAllStringSubmatchIndex(text, -1)
	for _, at := range found {
		if text[at[2]:at[3]] == "/" {
			closed[strings.ToLower(text[at[4]:at[5]])] = true
		}
	}
	var out strings.Builder
	end, skipUntil := 0, ""
	for _, at := range found {
		closing, name := text[at[2]:at[3]] == "/", strings.ToLower(text[at[4]:at[5]])
		hides, known := knownShortcodes[name]
		if !known && !closed[name] && !builderPrefix.MatchString(name) && !attribute.MatchString(text[at[6]:at[7]]) {
			continue
		}
		if skipUntil == "" {
			out.WriteString(text[end:at[0]])
		}
		end = at[1]
		switch {
		case closing && name == skipUntil:
			skipUntil = ""
		case !closing && hides && closed[name] && skipUntil == "" && strings.Contains(strings.ToLower(text[end:]), "[/"+name+"]"):
			skipUntil = name
		}
		// Parts of a page that stood in boxes of their own do not run together.
		if isBox := strings.Contains(name, "row") || strings.Contains(name, "column") || strings.Contains(name, "text") || strings.Contains(name, "section"); closing && isBox {
			out.WriteByte('\n')
		}
	}
	if skipUntil == "" {
		out.WriteString(text[end:])
	}
	return out.String()
}
