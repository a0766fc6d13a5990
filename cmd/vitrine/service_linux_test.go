package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/config"
)

// unit is deploy/vitrine.service.
func unit(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../deploy/vitrine.service")
	noError(t, err)
	return string(text)
}

// systemd understands the unit, and rates it as safe.
func TestSystemdUnitVerify(t *testing.T) {
	t.Parallel()
	const installed = "ExecStart=/usr/bin/vitrine "
	text := unit(t)
	self, err := os.Executable()
	if err != nil || strings.Count(text, installed) != 1 {
		t.Fatalf("the unit does not say %q once, or %v", installed, err)
	}
	// The rating below leaves room for another version of systemd, so what keeps an intruder in is asked for by name.
	for _, line := range []string{"User=vitrine", "NoNewPrivileges=yes", "CapabilityBoundingSet=", "ProtectSystem=strict", "ProtectHome=yes", "PrivateUsers=yes",
		"RestrictNamespaces=yes", "MemoryDenyWriteExecute=yes", "SystemCallFilter=@system-service"} {
		wantText(t, text, "\n"+line+"\n")
	}
	path := filepath.Join(t.TempDir(), "vitrine.service")
	writeFile(t, path, strings.Replace(text, installed, "ExecStart="+self+" ", 1))
	for _, words := range [][]string{
		{"verify", path},
		{"security", "--offline=true", "--threshold=15", path}, // of 100; the fewer, the safer
	} {
		output, err := exec.Command("systemd-analyze", words...).CombinedOutput()
		if errors.Is(err, exec.ErrNotFound) {
			t.Fatal("systemd-analyze is not in PATH: install systemd 250 or later (Debian, Ubuntu: apt-get install systemd); it needs not run")
		}
		if err != nil || words[0] == "verify" && len(output) > 0 {
			t.Errorf("systemd-analyze %s: %v\n%s", words[0], err, output)
		}
	}
}

// The program accepts what the unit and its environment file set, and a wrong value ends the service. That they name only settings
// is tested in deploy.
func TestSystemdUnitSettings(t *testing.T) {
	line := config.CommandLine{}
	parser, err := config.Parser(&line)
	noError(t, err)
	file, err := os.ReadFile("../../deploy/vitrine.env")
	noError(t, err)
	for _, set := range regexp.MustCompile(`(?m)^(#?)(?:Environment=)?(VITRINE_[A-Z0-9_]+)=(.*)$`).FindAllStringSubmatch(unit(t)+string(file), -1) {
		if set[1] == "" {
			t.Setenv(set[2], set[3])
		}
	}
	noError(t, errOf(parser.Parse([]string{"serve"})))
	if s := line.Serve; s.Data != "/var/lib/vitrine" || s.Addr != "127.0.0.1:8080" || len(s.TrustedProxies) != 1 || s.PublicURL != outside {
		t.Errorf("the settings are %+v", s)
	}
	wrong := program(t, config.Database{Data: t.TempDir()}, "serve", "--addr", "nonsense").Run()
	if wrong == nil || !strings.Contains(unit(t), "\nRestartPreventExitStatus="+strings.TrimPrefix(wrong.Error(), "exit status ")+"\n") {
		t.Errorf("a wrong setting ends with %v", wrong)
	}
}
