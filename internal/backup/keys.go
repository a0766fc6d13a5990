package backup

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"filippo.io/age"
)

// Keys encrypt backups and decrypt them, in the format of age (https://age-encryption.org/v1). The zero Keys do neither.
type Keys struct {
	recipients []age.Recipient
	identities []age.Identity
}

// NewKeys parses recipients (age1…), and reads the identities in a file if one is named. Its errors name the setting, and
// repeat no value: somebody may have mistaken an identity for a recipient.
func NewKeys(recipients []string, identityFile string) (k Keys, err error) {
	for i, text := range recipients {
		parsed, err := age.ParseRecipients(strings.NewReader(text))
		if err != nil || len(parsed) != 1 {
			return Keys{}, fmt.Errorf("--backup-recipient has no public key of age at position %d: age-keygen prints one, which begins with age1", i+1)
		}
		k.recipients = append(k.recipients, parsed[0])
	}
	if identityFile != "" {
		if k.identities, err = readIdentities(identityFile); err != nil {
			return Keys{}, fmt.Errorf("--backup-identity: %w", err)
		}
	}
	if !k.Encrypt() || !k.Decrypt() {
		return k, nil
	}
	return k, k.tryBoth()
}

func readIdentities(path string) ([]age.Identity, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	identities, err := age.ParseIdentities(file)
	if err != nil {
		return nil, fmt.Errorf("%s is no identity file of age, or is protected by a passphrase, which is not supported here: %w", path, err)
	}
	return identities, nil
}

// tryBoth checks that the identities decrypt what is encrypted to the recipients.
func (k Keys) tryBoth() error {
	var encrypted bytes.Buffer
	to, err := k.encrypt(&encrypted)
	if err == nil {
		err = to.Close()
	}
	if err != nil {
		return err
	}
	if _, _, err := k.decrypt(bytes.NewReader(encrypted.Bytes()), int64(encrypted.Len())); err != nil {
		return fmt.Errorf("--backup-identity belongs to no --backup-recipient: %w", err)
	}
	return nil
}

// Encrypt reports whether backups are encrypted.
func (k Keys) Encrypt() bool { return len(k.recipients) > 0 }

// Decrypt reports whether encrypted backups can be read.
func (k Keys) Decrypt() bool { return len(k.identities) > 0 }

// encrypt returns a writer that encrypts to all recipients, or passes everything on if there are none.
func (k Keys) encrypt(to io.Writer) (io.WriteCloser, error) {
	if !k.Encrypt() {
		return unencrypted{to}, nil
	}
	return age.Encrypt(to, k.recipients...)
}

type unencrypted struct{ io.Writer }

// Close does nothing.
func (unencrypted) Close() error { return nil }

// encryptedStart is how an encrypted file begins.
const encryptedStart = "age-encryption.org/"

var (
	errEncrypted = errors.New("it is encrypted: name the file with its identity by --backup-identity")
	errWrongKey  = errors.New("it is encrypted to another key: no identity in the file of --backup-identity can decrypt it")
)

// decrypt returns the content of a file and its size in bytes. It decrypts the file if it is encrypted.
func (k Keys) decrypt(file io.ReaderAt, size int64) (io.ReaderAt, int64, error) {
	start := make([]byte, len(encryptedStart))
	if _, err := file.ReadAt(start, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, 0, err
	}
	switch {
	case string(start) != encryptedStart:
		return file, size, nil
	case !k.Decrypt():
		return nil, 0, errEncrypted
	}
	content, size, err := age.DecryptReaderAt(file, size, k.identities...)
	var none *age.NoIdentityMatchError
	switch {
	case errors.As(err, &none):
		return nil, 0, errWrongKey
	case err != nil:
		return nil, 0, damaged(err)
	}
	return content, size, nil
}
