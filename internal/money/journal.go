package money

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"github.com/vitrine-directory/vitrine/internal/durable"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// Bounds of a journal.
const (
	maxLine     = 2_000           // bytes
	maxBatch    = 1 << 20         // bytes that wait for one write
	writeWithin = 2 * time.Second // how long a click waits for the disk
	maxJournal  = 1 << 20         // bytes, after which a counted journal makes room for a new one
	journalEnd  = ".clicks"
	lockEnd     = ".lock"
)

// errUnsure says that a click may or may not be in the journal.
var errUnsure = errors.New("the disk took too long or failed, and may have the click")

var errFull = errors.New("too many clicks wait for the disk")

// Click is a click that led to an affiliate link, as a journal has it.
type Click struct {
	Day       visits.Day `json:"day"`
	Product   int64      `json:"product"`
	Link      int64      `json:"link"`
	Network   string     `json:"network"`
	Programme string     `json:"programme,omitempty"`
	Placement string     `json:"placement"`
	IsFirst   bool       `json:"first,omitempty"` // of its address, tool and hour
}

// journal keeps the clicks that are on this copy's disk and not yet in the database: a line each, after its checksum. Its file is
// made with the first click. A process holds a lock on its own; one whose process is gone is counted by another.
type journal struct {
	folder string

	gathering sync.Mutex
	next      *batch // gathers lines while another is written

	writing sync.Mutex
	name    string // empty: there is no file
	file    *os.File
	lock    *flock.Flock
	size    int64 // bytes that are on the disk
}

// batch is lines that are written together.
type batch struct {
	lines []byte
	done  chan struct{}
	err   error // once done
}

// append returns when a click is on the disk. Clicks that come while others are written share the next write. After an error the
// click is not in the journal, unless the error is errUnsure.
func (j *journal) append(click Click) error {
	text, err := json.Marshal(click)
	if err != nil {
		return err
	}
	line := fmt.Appendf(nil, "%08x %s\n", crc32.ChecksumIEEE(text), text)
	j.gathering.Lock()
	b, isFirst := j.next, j.next == nil
	if isFirst {
		b = &batch{done: make(chan struct{})}
		j.next = b
	}
	if len(b.lines)+len(line) > maxBatch {
		j.gathering.Unlock()
		return errFull
	}
	b.lines = append(b.lines, line...)
	j.gathering.Unlock()
	if isFirst {
		go j.write(b)
	}
	late := time.NewTimer(writeWithin)
	defer late.Stop()
	select {
	case <-b.done:
		return b.err
	case <-late.C:
		return errUnsure
	}
}

// write writes a batch when the one before it is written.
func (j *journal) write(b *batch) {
	j.writing.Lock()
	defer j.writing.Unlock()
	j.gathering.Lock()
	j.next = nil
	j.gathering.Unlock()
	b.err = j.store(b.lines)
	close(b.done)
}

// store adds lines to the file. If that fails, they are taken out again and the next ones get a new file. The caller holds writing.
func (j *journal) store(lines []byte) error {
	if j.file == nil {
		if err := j.create(); err != nil {
			return err
		}
	}
	_, err := j.file.Write(lines)
	if err == nil {
		err = j.file.Sync()
	}
	if err != nil {
		if failed := os.Truncate(j.file.Name(), j.size); failed != nil {
			err = errors.Join(errUnsure, err, failed)
		}
		return errors.Join(err, j.close())
	}
	j.size += int64(len(lines))
	return nil
}

// create makes the file and its lock. The caller holds writing.
func (j *journal) create() error {
	if err := os.MkdirAll(j.folder, 0o700); err != nil {
		return err
	}
	name := strings.ToLower(rand.Text())
	lock := flock.New(filepath.Join(j.folder, name+lockEnd))
	if err := lock.Lock(); err != nil {
		return err
	}
	file, err := os.OpenFile(filepath.Join(j.folder, name+journalEnd), os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
	if err == nil {
		err = durable.Folder(os.Open(j.folder))
	}
	if err == nil {
		err = durable.Folder(os.Open(filepath.Dir(j.folder)))
	}
	if err != nil {
		return errors.Join(err, lock.Unlock())
	}
	j.name, j.file, j.lock, j.size = name, file, lock, 0
	return nil
}

// close leaves the file to whoever counts the journals of others. The caller holds writing.
func (j *journal) close() error {
	err := errors.Join(j.file.Close(), j.lock.Unlock())
	j.name, j.file, j.lock, j.size = "", nil, nil, 0
	return err
}

// written returns the name of the file, empty before it is made, and how much of it is on the disk.
func (j *journal) written() (name string, size int64) {
	j.writing.Lock()
	defer j.writing.Unlock()
	return j.name, j.size
}

// drop removes the file if the whole of it is counted and it has at least some bytes, and reports whether it is gone.
func (j *journal) drop(counted, least int64) (bool, error) {
	j.writing.Lock()
	defer j.writing.Unlock()
	if j.file == nil || j.size != counted || j.size < least {
		return false, nil
	}
	name := j.name
	if err := j.close(); err != nil {
		return false, err
	}
	return true, removeJournal(j.folder, name)
}

// removeJournal removes a journal that is counted.
func removeJournal(folder, name string) error {
	if err := os.Remove(filepath.Join(folder, name+journalEnd)); err != nil {
		return err
	}
	return errors.Join(durable.Folder(os.Open(folder)), os.Remove(filepath.Join(folder, name+lockEnd)))
}

// abandoned returns the journals whose process is gone, with the locks on them.
func (j *journal) abandoned() (map[string]*flock.Flock, error) {
	paths, err := filepath.Glob(filepath.Join(j.folder, "*"+journalEnd))
	if err != nil {
		return nil, err
	}
	found := map[string]*flock.Flock{}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), journalEnd)
		lock := flock.New(filepath.Join(j.folder, name+lockEnd))
		if held, err := lock.TryLock(); err == nil && held {
			found[name] = lock
		}
	}
	return found, nil
}

// readJournal reads the clicks of a journal from a byte on, at most some bytes of it, and returns the byte after the last. A power
// cut may have left a part of lines that nobody was told of: it ends before the first one that is not whole.
func readJournal(folder, name string, from, most int64) (clicks []Click, end int64, err error) {
	file, err := os.Open(filepath.Join(folder, name+journalEnd))
	if err != nil {
		return nil, from, err
	}
	defer file.Close()
	lines := bufio.NewScanner(io.NewSectionReader(file, from, most))
	lines.Buffer(nil, maxLine)
	lines.Split(wholeLines)
	for end = from; lines.Scan(); end += int64(len(lines.Bytes())) + 1 {
		var click Click
		sum, text, _ := bytes.Cut(lines.Bytes(), []byte(" "))
		if string(sum) != fmt.Sprintf("%08x", crc32.ChecksumIEEE(text)) || json.Unmarshal(text, &click) != nil {
			break
		}
		clicks = append(clicks, click)
	}
	if err := lines.Err(); err != nil && !errors.Is(err, bufio.ErrTooLong) {
		return nil, from, err
	}
	return clicks, end, nil
}

// wholeLines splits at the ends of lines, and leaves out a last one without an end.
func wholeLines(data []byte, _ bool) (advance int, token []byte, err error) {
	if at := bytes.IndexByte(data, '\n'); at >= 0 {
		return at + 1, data[:at], nil
	}
	return 0, nil, nil
}
