package mail

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
)

// NewToken returns a random token for the links of an email, and the hash that is stored of it.
func NewToken() (token, hash string) {
	var bits [16]byte
	rand.Read(bits[:]) // never fails
	token = base64.RawURLEncoding.EncodeToString(bits[:])
	return token, TokenHash(token)
}

// TokenHash returns what is stored of a token. The token is random, so one round without a salt is enough.
func TokenHash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
