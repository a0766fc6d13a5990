// Package web is the built front end as bytes: what the browser loads and what the server renders with.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Client is the folder the browser loads: the Vite manifest, scripts, styles and fonts.
// It is empty before the front end has been built.
func Client() fs.FS { return sub("client") }

// ServerBundle is the script that renders pages on the server, or nil before the front end has been built.
func ServerBundle() []byte {
	script, err := fs.ReadFile(dist, "dist/server/entry-server.js")
	if err != nil {
		return nil
	}
	return script
}

// Notices are the licenses of the software of others in the program, as JSON, or nil before the front end has been built.
func Notices() []byte {
	notices, err := fs.ReadFile(dist, "dist/notices.json")
	if err != nil {
		return nil
	}
	return notices
}

func sub(folder string) fs.FS {
	files, err := fs.Sub(dist, "dist/"+folder)
	if err != nil {
		panic(err) // the path is a constant and valid
	}
	return files
}
