package twofactor

// Encrypt and Decrypt are encrypt and decrypt.
func (k *Key) Encrypt(userID int64, secret string) (string, error) { return k.encrypt(userID, secret) }
func (k *Key) Decrypt(userID int64, encrypted string) (string, error) {
	return k.decrypt(userID, encrypted)
}
