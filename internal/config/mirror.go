package config

import (
	"encoding/base64"
	"errors"
	"net/url"
	"path/filepath"
	"strings"
)

// Roles of a site.
const (
	Production  = "production"
	Development = "development"
)

// Mirror configures the role of the site and the sync from production to development.
type Mirror struct {
	Role                  string `help:"Role of the site: production or development. Only development sites are synced to." enum:"production,development" default:"production"`
	ProductionDatabaseURL Secret `name:"production-database-url" env:"VITRINE_PRODUCTION_DATABASE_URL" help:"On a development site: production's database, as postgres://… or the path of its vitrine.db. A read-only user is enough." placeholder:"URL"`
	ProductionURL         string `name:"production-url" env:"VITRINE_PRODUCTION_URL" help:"On a development site: production's URL, to fetch images from; with a token and no database, all content." placeholder:"URL"`
	ProductionToken       Secret `help:"Read token of production, created there with vitrine admin token --scope read." placeholder:"TOKEN"`
	WebhookSecret         Secret `help:"Secret that signs the webhook, the same on both sites, at least 24 bytes. To rotate it, give two, separated by a comma; the first one signs." placeholder:"SECRET"`
	WebhookURL            string `name:"webhook-url" env:"VITRINE_WEBHOOK_URL" help:"On a production site: webhook to call after changes, https://development.example/api/sync/webhook." placeholder:"URL"`
}

// Validate checks the settings and their combinations; kong calls it. Its errors repeat no value, as it may be secret.
func (m *Mirror) Validate() error {
	if _, err := m.Secrets(); err != nil {
		return err
	}
	switch {
	case m.ProductionURL != "" && !isOrigin(m.ProductionURL):
		return errors.New("--production-url must be http:// or https:// and a host, without a path, for example https://tools.example")
	case m.ProductionToken != "" && m.ProductionURL == "":
		return errors.New("--production-token needs --production-url: the site that it is for")
	case m.ProductionURL != "" && m.ProductionToken == "" && m.ProductionDatabaseURL == "":
		return errors.New("--production-url needs --production-token, or --production-database-url to read the content from")
	case m.WebhookURL != "" && !isForeign(m.WebhookURL):
		return errors.New("--webhook-url must be an https:// (or http://) URL with a host, for example https://development.example/api/sync/webhook")
	case m.WebhookURL != "" && m.WebhookSecret == "":
		return errors.New("--webhook-url needs --webhook-secret, which signs what is sent there")
	}
	if address := m.ProductionDatabaseURL.Reveal(); address != "" && !isPostgres(address) && filepath.Base(address) != "vitrine.db" {
		return errors.New("--production-database-url must start with postgres:// or postgresql://, or be the path of a vitrine.db")
	}
	return nil
}

// Secrets returns the webhook's secrets, the signing one first; none if none is set.
func (m *Mirror) Secrets() ([][]byte, error) {
	if m.WebhookSecret == "" {
		return nil, nil
	}
	var secrets [][]byte
	for text := range strings.SplitSeq(m.WebhookSecret.Reveal(), ",") {
		secret, err := webhookSecret(strings.TrimSpace(text))
		if err != nil || len(secrets) == 2 {
			return nil, errors.New("--webhook-secret must be one secret of at least 24 bytes, or two with a comma between them; openssl rand -hex 32 makes one")
		}
		secrets = append(secrets, secret)
	}
	return secrets, nil
}

// leastSecret is the minimum length of a webhook secret, in bytes.
const leastSecret = 24

// webhookSecret parses a secret: whsec_ and base64, as in Standard Webhooks, or any text.
func webhookSecret(text string) ([]byte, error) {
	secret := []byte(text)
	if encoded, found := strings.CutPrefix(text, "whsec_"); found {
		var err error
		if secret, err = base64.StdEncoding.DecodeString(encoded); err != nil {
			return nil, err
		}
	}
	if len(secret) < leastSecret {
		return nil, errors.New("too short")
	}
	return secret, nil
}

func isPostgres(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "postgres" || u.Scheme == "postgresql")
}

// isOrigin reports whether a URL is that of a site, without a path.
func isOrigin(address string) bool {
	u, err := url.Parse(address)
	return err == nil && isForeign(address) && strings.Trim(u.Path, "/") == "" && u.RawQuery == "" && u.Fragment == ""
}
