package media

import (
	"bytes"
	"image/gif"
)

const gifMagic = "GIF8"

// inspectGIF reads a GIF's header. decode will read only the first frame.
func inspectGIF(data []byte) (facts, error) {
	config, err := gif.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return facts{}, err
	}
	const copies = 2 // the decoder copies an interlaced image to reorder its rows
	return facts{width: config.Width, height: config.Height, orientation: 1, need: copies * int64(config.Width) * int64(config.Height), decode: gif.Decode}, nil
}
