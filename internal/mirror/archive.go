package mirror

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// The names of an export's members: the content, and the folder of the images that it refers to.
const (
	contentMember = "content.jsonl"
	imageFolder   = "uploads/"
)

// Opener opens stored images by name.
type Opener interface {
	// Open opens an image for reading; fs.ErrNotExist if it does not exist.
	Open(ctx context.Context, name string) (io.ReadSeekCloser, error)
}

// Export writes the content and its images to a ZIP file whose comment is the program's version. The same content
// yields the same bytes. Export skips images that do not exist or are damaged, and returns their names.
func Export(ctx context.Context, to io.Writer, program string, c *Content, images Opener, progress func(done, total int)) (missing []string, err error) {
	file := zip.NewWriter(to)
	if err := file.SetComment(program); err != nil {
		return nil, fmt.Errorf("name the program: %w", err)
	}
	member, err := file.CreateHeader(&zip.FileHeader{Name: contentMember, Method: zip.Deflate})
	if err != nil {
		return nil, err
	}
	if err := Write(member, c); err != nil {
		return nil, fmt.Errorf("write the content: %w", err)
	}
	names := c.Uploads()
	for done, name := range names {
		progress(done, len(names))
		err := exportImage(ctx, file, name, images)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, media.ErrDamaged) {
			missing = append(missing, name)
		} else if err != nil {
			return nil, fmt.Errorf("write the image %s: %w", name, err)
		}
	}
	progress(len(names), len(names))
	return missing, file.Close()
}

func exportImage(ctx context.Context, file *zip.Writer, name string, images Opener) error {
	img, err := images.Open(ctx, name)
	if err != nil {
		return err
	}
	defer img.Close()
	member, err := file.CreateHeader(&zip.FileHeader{Name: imageFolder + name, Method: zip.Store}) // already compressed
	if err != nil {
		return err
	}
	_, err = io.Copy(member, img)
	return err
}

// Archive is a Source that reads a file written by Export.
type Archive struct {
	Name string // of the file, for the history

	file *zip.ReadCloser
}

// OpenArchive opens an export. A file of another format is Invalid.
func OpenArchive(path string) (*Archive, error) {
	file, err := zip.OpenReader(path)
	if errors.Is(err, zip.ErrFormat) {
		return nil, fault.Because(fault.Invalid, "This file is not an export of a site.", err)
	}
	if err != nil {
		return nil, fmt.Errorf("open the export: %w", err)
	}
	return &Archive{file: file}, nil
}

// Read reads the content. The identity is empty, because an export is never the site itself.
func (a *Archive) Read(_ context.Context, kinds records.Kinds) (*Content, string, error) {
	member, err := a.file.Open(contentMember)
	if err != nil {
		return nil, "", fault.Because(fault.Invalid, "This file is not an export of a site.", err)
	}
	defer member.Close()
	content, err := Read(kinds, io.LimitReader(member, maxContent))
	if errors.Is(err, errForm) {
		return nil, "", explain(err, "The site that wrote this export", a.file.Comment)
	}
	if err != nil {
		return nil, "", fault.Because(fault.Invalid, "This export is damaged or incomplete.", err)
	}
	content.Program, content.File = a.file.Comment, a.Name
	return content, "", nil
}

// Image reads an image; fs.ErrNotExist if the export does not contain it.
func (a *Archive) Image(_ context.Context, name string) ([]byte, error) {
	member, err := a.file.Open(imageFolder + name)
	if err != nil {
		return nil, err
	}
	defer member.Close()
	img, err := io.ReadAll(io.LimitReader(member, maxImage+1))
	if err != nil {
		return nil, fault.Because(fault.Invalid, "This export is damaged or incomplete.", err)
	}
	return img, nil
}

// Has reports whether the export contains an image.
func (a *Archive) Has(_ context.Context, name string) (bool, error) {
	_, err := fs.Stat(a.file, imageFolder+name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// Close closes the file.
func (a *Archive) Close() error { return a.file.Close() }
