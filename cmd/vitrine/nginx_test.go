package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/buckettest"
	"github.com/vitrine-directory/vitrine/internal/config"
)

// outside is where visitors reach the site behind nginx.
const outside = "https://tools.example"

// aroundSite is the nginx.conf around the site's: what Debian's says that matters, all files in one folder, and visitors of
// any address, as their connections begin with the PROXY protocol.
const aroundSite = `daemon off; master_process off; pid nginx.pid; error_log stderr warn;
events {}
http {
	gzip on; access_log off; sendfile on; tcp_nopush on; default_type application/octet-stream;
	client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path other; uwsgi_temp_path other; scgi_temp_path other;
	set_real_ip_from 127.0.0.1; real_ip_header proxy_protocol;
	include site.conf;
}
`

// endsWithTest runs a program and ends it with whoever holds the other end of its standard input, however that ends.
const endsWithTest = `"$@" </dev/null & it=$!; read -r _; kill -KILL $it; wait $it`

// proxied is a site behind nginx, with the configuration of deploy/nginx.conf.
type proxied struct {
	settings config.Serve
	shut     func() // closes the site, and leaves nginx

	plain, secure string // addresses of nginx
	authority     *x509.CertPool
}

// behindNginx opens a site with this language model, and nginx in front of it. Both end with the test.
func behindNginx(t *testing.T, model config.AI) *proxied {
	t.Helper()
	p := &proxied{plain: buckettest.FreeAddress(t), secure: buckettest.FreeAddress(t), settings: config.Serve{
		Database: newPlace(t), Addr: buckettest.FreeAddress(t), PublicURL: outside,
		TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")},
		AI:             model,
	}}
	p.shut = open(t, p.settings)
	p.startNginx(t)
	return p
}

// startNginx runs nginx in a folder of its own and waits until it answers.
func (p *proxied) startNginx(t *testing.T) {
	t.Helper()
	program, err := exec.LookPath("nginx")
	if err != nil {
		if program, err = exec.LookPath("/usr/sbin/nginx"); err != nil { // where Debian has it, outside of most people's PATH
			t.Fatal("nginx is neither in PATH nor in /usr/sbin: install it (Debian, Ubuntu: apt-get install nginx-light; macOS: brew install nginx)")
		}
	}
	dir := t.TempDir()
	p.authority = selfSigned(t, filepath.Join(dir, "certificate.pem"), filepath.Join(dir, "key.pem"))
	writeFile(t, filepath.Join(dir, "nginx.conf"), aroundSite)
	writeFile(t, filepath.Join(dir, "site.conf"), p.configuration(t))
	var output bytes.Buffer
	running := exec.Command("/bin/sh", "-c", endsWithTest, "nginx", program, "-p", dir+"/", "-c", "nginx.conf", "-e", "stderr")
	running.Stdout, running.Stderr = &output, &output
	held, err := running.StdinPipe() // never written: it closes when this process ends
	noError(t, err)
	noError(t, running.Start())
	t.Cleanup(func() {
		held.Close()
		_ = running.Wait() // it was killed
		t.Logf("nginx said:\n%s", &output)
	})
	eventually(t, "nginx answers", func() bool { return status("http://"+p.plain+"/.well-known/acme-challenge/") == http.StatusNotFound })
}

// configuration is deploy/nginx.conf with the test's own addresses and certificate, and nothing else changed.
func (p *proxied) configuration(t *testing.T) string {
	t.Helper()
	file, err := os.ReadFile("../../deploy/nginx.conf")
	noError(t, err)
	text := string(file)
	for _, own := range [][2]string{
		{"listen 80;", "listen " + p.plain + ";"}, {"listen [::]:80;", ""},
		{"listen 443 ssl http2;", "listen " + p.secure + " ssl http2 proxy_protocol;"}, {"listen [::]:443 ssl http2;", ""},
		{"/etc/letsencrypt/live/tools.example/fullchain.pem", "certificate.pem"}, {"/etc/letsencrypt/live/tools.example/privkey.pem", "key.pem"},
		{"server 127.0.0.1:8080;", "server " + p.settings.Addr + ";"},
	} {
		if strings.Count(text, own[0]) != 1 {
			t.Fatalf("deploy/nginx.conf does not say %q once", own[0])
		}
		text = strings.Replace(text, own[0], own[1], 1)
	}
	return text
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	noError(t, os.WriteFile(path, []byte(text), 0o600))
}

// selfSigned writes a certificate for the site and its key, and gives who believes it.
func selfSigned(t *testing.T, certificate, key string) *x509.CertPool {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	noError(t, err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{strings.TrimPrefix(outside, "https://")}, NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	noError(t, err)
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	noError(t, err)
	public := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	writeFile(t, certificate, string(public))
	writeFile(t, key, string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})))
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(public)
	return pool
}

// visitor is somebody who comes from this address, over HTTP/2, and keeps cookies.
func (p *proxied) visitor(t *testing.T, from string) client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	noError(t, err)
	transport := &http.Transport{
		ForceAttemptHTTP2: true, DisableCompression: true, TLSClientConfig: &tls.Config{RootCAs: p.authority},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			connection, err := new(net.Dialer).DialContext(ctx, network, p.secure)
			if err == nil {
				_, err = fmt.Fprintf(connection, "PROXY TCP4 %s 127.0.0.1 4000 443\r\n", from)
			}
			return connection, err
		},
	}
	t.Cleanup(transport.CloseIdleConnections)
	return client{t, outside, &http.Client{Transport: transport, Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}
