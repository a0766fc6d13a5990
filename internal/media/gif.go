package media

import (
	"bytes"
	"image/gif"
)

const gifMagic = "GIF8"

// inspectGIF reads a GIF's header. Of the images in it, only the first is decoded.
func inspectGIF(data []byte) (facts, error) {
	config, err := gif.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return facts{}, err
	}
	const copies = 2 // an interlaced image is put in order in another one
	return facts{width: config.Width, height: config.Height, orientation: 1, need: copies * int64(config.Width) * int64(config.Height), decode: gif.Decode}, nil
}
