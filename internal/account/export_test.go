package account

import "github.com/alexedwards/argon2id"

// Parameters are those of new hashes.
func Parameters() *argon2id.Params { return parameters() }

// ParametersOfNobody are those of the hash that an unknown e-mail is compared with.
func ParametersOfNobody() (*argon2id.Params, error) {
	p, _, _, err := argon2id.DecodeHash(newHasher(parameters()).nobody)
	return p, err
}

// AwaitUses waits until all is written of when sessions and tokens were used.
func (s *Sessions) AwaitUses() { s.uses.running.Wait() }

// BrowserOfAgent is browserOfAgent.
var BrowserOfAgent = browserOfAgent
