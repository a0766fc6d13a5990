package media

import (
	"bytes"
	"encoding/binary"
	"image/png"
)

const pngMagic = "\x89PNG\r\n\x1a\n"

// File offsets of fields in IHDR, a PNG's first chunk (W3C PNG, 11.2.1).
const (
	pngDepth     = 24
	pngInterlace = 28
	pngHeadEnd   = 33
)

// inspectPNG reads a PNG's header and the orientation from an eXIf chunk. It never decompresses other chunks.
func inspectPNG(data []byte) (facts, error) {
	config, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return facts{}, err
	}
	f := facts{width: config.Width, height: config.Height, orientation: 1, decode: png.Decode}
	if len(data) < pngHeadEnd {
		return facts{}, errDamaged
	}
	f.need = 4 * int64(f.width) * int64(f.height)
	if data[pngDepth] == 16 {
		f.need *= 2
	}
	if data[pngInterlace] != 0 { // the largest pass takes half the image beside the whole one
		f.need += f.need / 2
	}
	f.orientation = orientation(pngChunk(data, "eXIf"))
	return f, nil
}

// pngChunk returns the body of the first chunk of that name, or nil.
func pngChunk(data []byte, name string) []byte {
	const frame = 12 // length, name and checksum
	for rest := data[len(pngMagic):]; len(rest) >= frame; {
		size := int64(binary.BigEndian.Uint32(rest))
		if size > int64(len(rest)-frame) {
			return nil
		}
		if string(rest[4:8]) == name {
			return rest[8 : 8+size]
		}
		rest = rest[frame+size:]
	}
	return nil
}
