package media

import (
	"bytes"

	"golang.org/x/image/webp"
)

const webpMagic = "RIFF"

// Where a WebP's first chunk, if it is VP8X, says that images follow each other (RFC 9649, 2.7).
const (
	webpFirst = 12 // the chunk's name
	webpFlags = 20
	webpMoves = 1 << 1
)

// inspectWebP reads a WebP's header.
func inspectWebP(data []byte) (facts, error) {
	if len(data) > webpFlags && string(data[webpFirst:][:4]) == "VP8X" && data[webpFlags]&webpMoves != 0 {
		return facts{}, errKind
	}
	config, err := webp.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return facts{}, err
	}
	const each = 8 // bytes of a pixel: without loss it is decoded from one image into another
	return facts{width: config.Width, height: config.Height, orientation: 1, need: each * int64(config.Width) * int64(config.Height), decode: webp.Decode}, nil
}
