package media

import (
	"bytes"

	"golang.org/x/image/webp"
)

const webpMagic = "RIFF"

// File offsets in a WebP whose first chunk is VP8X, and its animation flag (RFC 9649, 2.7).
const (
	webpFirst = 12 // name of the first chunk
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
	const each = 8 // bytes per pixel: lossless decoding copies from one image into another
	return facts{width: config.Width, height: config.Height, orientation: 1, need: each * int64(config.Width) * int64(config.Height), decode: webp.Decode}, nil
}
