package config

// Logos configures a search for logos.
type Logos struct {
	Database
	S3
	PublicURL string `help:"Public URL of the site, sent to websites in the User-Agent header. Empty: none." placeholder:"URL"`
}

// Validate checks the URL; kong calls it.
func (l *Logos) Validate() error { return checkPublicURL(l.PublicURL) }
