package twofactor

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/vitrine-directory/vitrine/internal/durable"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// KeyFile is the file in the data folder with a site's own key.
const KeyFile = "secret.key"

// Key encrypts the secrets in the database. Who reads only the database, or a backup of it, cannot compute codes.
type Key struct {
	Setting string // what the operator has set; empty: the key is in the file
	Path    string // of the file, which is made when it is first needed; empty: the key is in no file

	making sync.Mutex // one program at a time has a data folder
}

// KeyIn returns the key that is set, or the one in a data folder; without both, secrets cannot be encrypted.
func KeyIn(setting, folder string) *Key {
	if setting != "" || folder == "" {
		return &Key{Setting: setting}
	}
	return &Key{Path: filepath.Join(folder, KeyFile)}
}

// errNoKey is the fault of a site with several machines whose operator has set no key.
func errNoKey() error {
	f := fault.New(fault.Unavailable, "Two-factor authentication needs a key on this site: set VITRINE_SECRET_KEY and restart it.")
	f.Code = "not_configured"
	return f
}

// errOtherKey is the fault of a secret that another key has encrypted.
func errOtherKey(cause error) error {
	return fault.Because(fault.Unavailable, "This site has lost the key to the secret of your authenticator app. Please use a recovery code.", cause)
}

// encrypt encrypts the secret of a user, for whom alone it can be decrypted.
func (k *Key) encrypt(userID int64, secret string) (string, error) {
	sealer, err := k.sealer(true)
	if err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(sealer.Seal(nil, nil, []byte(secret), boundTo(userID))), nil
}

// decrypt decrypts the secret of a user.
func (k *Key) decrypt(userID int64, encrypted string) (string, error) {
	sealer, err := k.sealer(false)
	if err != nil {
		return "", errOtherKey(err)
	}
	bytes, err := base64.StdEncoding.DecodeString(encrypted)
	if err == nil {
		bytes, err = sealer.Open(nil, nil, bytes, boundTo(userID))
	}
	if err != nil {
		return "", errOtherKey(err)
	}
	return string(bytes), nil
}

func boundTo(userID int64) []byte {
	return []byte("two-factor secret of " + strconv.FormatInt(userID, 10))
}

// sealer returns AES-256-GCM with random nonces: some thousand secrets are far from where those repeat.
func (k *Key) sealer(makes bool) (cipher.AEAD, error) {
	text := k.Setting
	if text == "" {
		var err error
		if text, err = k.inFile(makes); err != nil {
			return nil, err
		}
	}
	hash := sha256.Sum256([]byte("two-factor\n" + text))
	block, err := aes.NewCipher(hash[:])
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// inFile reads the key in the file, and makes it if it is missing and wanted.
func (k *Key) inFile(makes bool) (string, error) {
	if k.Path == "" {
		return "", errNoKey()
	}
	k.making.Lock()
	defer k.making.Unlock()
	text, err := os.ReadFile(k.Path)
	if errors.Is(err, fs.ErrNotExist) && makes {
		if err := k.makeFile(); err != nil {
			return "", fmt.Errorf("make the key of secrets: %w", err)
		}
		text, err = os.ReadFile(k.Path)
	}
	if err == nil && len(strings.TrimSpace(string(text))) < 2*keyBytes {
		err = errors.New("it is too short")
	}
	if err != nil {
		return "", fmt.Errorf("read the key of secrets: %w", err)
	}
	return strings.TrimSpace(string(text)), nil
}

const keyBytes = 32

// makeFile makes the file: it appears whole, and stays after a power cut.
func (k *Key) makeFile() error {
	folder := filepath.Dir(k.Path)
	half, err := os.CreateTemp(folder, KeyFile+"-*") // only its owner may read it
	if err != nil {
		return err
	}
	_, err = half.WriteString(hex.EncodeToString(random(keyBytes)) + "\n")
	if err = errors.Join(err, half.Sync(), half.Close()); err == nil {
		err = os.Rename(half.Name(), k.Path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(half.Name()))
	}
	return durable.Folder(os.Open(folder))
}
