package config

import (
	"errors"
	"net/url"
	"strings"
)

// AI says who drafts texts. Without an address, a key and a model nobody does.
type AI struct {
	AIBaseURL string `name:"ai-base-url" env:"VITRINE_AI_BASE_URL" help:"Endpoint that speaks the chat protocol of OpenAI, to have texts drafted: https://host/v1. Empty: no drafting." placeholder:"URL"`
	AIAPIKey  Secret `name:"ai-api-key" env:"VITRINE_AI_API_KEY" help:"Key for it. Give it by the environment. Where it needs none, any word." placeholder:"KEY"`
	AIModel   string `name:"ai-model" env:"VITRINE_AI_MODEL" help:"Name of the model that drafts." placeholder:"NAME"`
}

// maxModel is the longest name of a model, in bytes.
const maxModel = 200

// Validate checks what is given; kong calls it. A missing key is no mistake: drafting is off without it.
func (a *AI) Validate() error {
	switch {
	case a.AIBaseURL == "" && (a.AIModel != "" || a.AIAPIKey != ""):
		return errors.New("to have texts drafted, set --ai-base-url too")
	case a.AIBaseURL == "":
		return nil
	case a.AIModel == "":
		return errors.New("to have texts drafted, set --ai-model too")
	case len(a.AIModel) > maxModel || strings.ContainsAny(a.AIModel, " \t\r\n"):
		return errors.New("--ai-model must be the name of a model, without blanks")
	case strings.ContainsAny(a.AIAPIKey.Reveal(), " \t\r\n"):
		return errors.New("--ai-api-key must be a key, without blanks or line ends")
	}
	u, err := url.Parse(a.AIBaseURL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return errors.New("--ai-base-url must be http:// or https://, a host and perhaps a path, for example https://api.openai.com/v1; the key is given by --ai-api-key")
	}
	return nil
}
