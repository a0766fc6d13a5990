package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// entry is a row of the data files, as far as the measurements need it.
type entry struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Website     string   `json:"website"`
	Description string   `json:"description"`
	Categories  []string `json:"categories"`
	Pricing     *string  `json:"pricing"`
	Tags        []string `json:"tags"`
}

// entries reads n rows: AI tools first, then other software, then copies of both with new names and addresses.
func entries(data string, n int) ([]entry, error) {
	var all []entry
	for _, name := range []string{"ai-tools.jsonl", "volume.jsonl"} {
		file, err := os.Open(filepath.Join(data, name))
		if err != nil {
			return nil, fmt.Errorf("the measurements need the data folder (-data): %w", err)
		}
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var e entry
			if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
				return nil, fmt.Errorf("read %s: %w", name, err)
			}
			all = append(all, e)
		}
		if err := errors.Join(lines.Err(), file.Close()); err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
	}
	for i := 0; len(all) < n; i++ {
		copied := all[i]
		copied.ID, copied.Name = copied.ID+"-again", copied.Name+" Again"
		copied.Website = fmt.Sprintf("https://copy.example/%d", i)
		all = append(all, copied)
	}
	return all[:n], nil
}

// writeEntries writes the rows as JSON Lines.
func writeEntries(name string, rows []entry) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	buffered := bufio.NewWriter(file)
	encoder := json.NewEncoder(buffered)
	for _, row := range rows {
		if err := encoder.Encode(row); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
	}
	return errors.Join(buffered.Flush(), file.Close())
}
