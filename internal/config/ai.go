package config

import (
	"errors"
	"net/url"
	"strings"
)

// AI configures drafting. Drafting is off unless the URL, the key and the model are all set.
type AI struct {
	AIBaseURL string `name:"ai-base-url" env:"VITRINE_AI_BASE_URL" help:"OpenAI-compatible endpoint for drafting texts: https://host/v1. Empty: no drafting." placeholder:"URL"`
	AIAPIKey  Secret `name:"ai-api-key" env:"VITRINE_AI_API_KEY" help:"API key of that endpoint. Set it in the environment. If it needs none, set any word." placeholder:"KEY"`
	AIModel   string `name:"ai-model" env:"VITRINE_AI_MODEL" help:"Model used for drafting." placeholder:"NAME"`
}

// maxModel is the maximum length of a model name, in bytes.
const maxModel = 200

// Validate checks the settings; kong calls it. A missing key is no error: it turns drafting off.
func (a *AI) Validate() error {
	switch {
	case a.AIBaseURL == "" && (a.AIModel != "" || a.AIAPIKey != ""):
		return errors.New("for drafting, set --ai-base-url too")
	case a.AIBaseURL == "":
		return nil
	case a.AIModel == "":
		return errors.New("for drafting, set --ai-model too")
	case len(a.AIModel) > maxModel || strings.ContainsAny(a.AIModel, " \t\r\n"):
		return errors.New("--ai-model must be the name of a model, without spaces")
	case strings.ContainsAny(a.AIAPIKey.Reveal(), " \t\r\n"):
		return errors.New("--ai-api-key must be a key, without spaces or line breaks")
	}
	u, err := url.Parse(a.AIBaseURL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return errors.New("--ai-base-url must be http:// or https://, a host and perhaps a path, for example https://api.openai.com/v1; set the key with --ai-api-key")
	}
	return nil
}
