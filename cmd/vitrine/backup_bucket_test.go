package main

import (
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"

	"github.com/vitrine-directory/vitrine/internal/buckettest"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/s3"
)

// backupBucketOf returns the settings of a connection for backups.
func backupBucketOf(o s3.Options) config.BackupBucket {
	return config.BackupBucket{BackupS3Endpoint: o.Endpoint.String(), BackupS3AccessKey: o.AccessKey, BackupS3SecretKey: config.Secret(o.SecretKey)}
}

// wantObjects fails the test unless so many objects are in a server's bucket.
func wantObjects(t *testing.T, server *buckettest.Server, count int) {
	t.Helper()
	if keys := objectsIn(t, server); len(keys) != count {
		t.Errorf("in the bucket are %v, want %d", keys, count)
	}
}

// objectsIn lists the keys in a server's bucket.
func objectsIn(t *testing.T, server *buckettest.Server) (keys []string) {
	t.Helper()
	for object := range server.Client(t).ListObjects(t.Context(), server.Bucket, minio.ListObjectsOptions{Recursive: true}) {
		noError(t, object.Err)
		keys = append(keys, object.Key)
	}
	return keys
}

// The commands restore the newest backup of a bucket, or a named one, encrypted or not.
func TestBackupRestoreBucket(t *testing.T) {
	t.Parallel()
	server := buckettest.Start(t)
	recipient, identity := buckettest.KeyPair(t)
	eachSite(t, func(t *testing.T, place config.Database) {
		own, to := backupBucketOf(server.Options()), "s3://"+server.Bucket+"/"+filepath.Base(t.Name())
		backedUp := func(keys config.BackupKeys) string {
			t.Helper()
			output, err := said(t, backUp, config.Backup{Database: place, BackupBucket: own, BackupKeys: keys, To: to, Keep: 2})
			noError(t, err)
			return output
		}
		plain := backedUp(config.BackupKeys{})
		wantText(t, plain, to+"/vitrine-backup-", ".zip: ", " MB, verified.\n")
		wantText(t, backedUp(config.BackupKeys{BackupRecipient: []string{recipient}}), ".zip.age: ", "encrypted, read back and its checksum verified; its contents can be verified only with the identity.\n")
		name, _, _ := strings.Cut(plain, ": ")
		for file, want := range map[string]string{to: ".zip.age.\n", name: ", from " + name + ".\n"} {
			there := config.Database{Data: t.TempDir()}
			output, err := said(t, restore, config.Restore{Database: there, BackupBucket: own, BackupIdentity: identity, File: file})
			noError(t, err)
			wantText(t, output, want)
			noError(t, check(t.Context(), config.Check{Database: there}, io.Discard))
		}
		wantError(t, restore(t.Context(), config.Restore{Database: place, BackupBucket: own, File: to}, io.Discard), "it is encrypted: name the file with its identity")
		wantText(t, backedUp(config.BackupKeys{BackupRecipient: []string{recipient}, BackupIdentity: identity}), "encrypted, read back, decrypted and verified.\n")
		wantError(t, restore(t.Context(), config.Restore{Database: place, BackupBucket: own, File: name}, io.Discard), " does not exist") // only two stay
	})
}

// A backup that is killed while it is sent leaves nothing that a restore takes for a backup.
func TestBackupBucketKilled(t *testing.T) {
	t.Parallel()
	server := buckettest.Start(t)
	sending := make(chan struct{}, 1)
	stuck := server.Behind(t, func(w http.ResponseWriter, r *http.Request, pass http.Handler) {
		if r.Method != http.MethodPut {
			pass.ServeHTTP(w, r)
			return
		}
		sending <- struct{}{}
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	})
	place := newPlace(t)
	noError(t, errOf(imported(t, config.Import{Database: place}, twoTools)))
	to := "s3://" + server.Bucket
	own := backupBucketOf(stuck)
	command := program(t, place, "backup", "--to", to, "--backup-s3-endpoint", own.BackupS3Endpoint, "--backup-s3-access-key", own.BackupS3AccessKey)
	command.Env = append(command.Env, "VITRINE_BACKUP_S3_SECRET_KEY="+own.BackupS3SecretKey.Reveal())
	noError(t, command.Start())
	<-sending
	noError(t, command.Process.Kill())
	_ = command.Wait() // it was killed
	own = backupBucketOf(server.Options())
	wantError(t, restore(t.Context(), config.Restore{Database: place, BackupBucket: own, File: to}, io.Discard), to+" has no backup")
	noError(t, backUp(t.Context(), config.Backup{Database: place, BackupBucket: own, To: to}, io.Discard))
	wantObjects(t, server, 1)
}

// Copies of a site write each scheduled backup once, into the bucket of the uploads if there is no other.
func TestBackupBucketSchedule(t *testing.T) {
	t.Parallel()
	server := buckettest.Start(t)
	recipient, _ := buckettest.KeyPair(t)
	place := newPlace(t)
	prefix := "backups/" + filepath.Base(t.Name())
	settings := config.Serve{Database: place, S3: bucketOf(server)}
	settings.BackupTo, settings.BackupEvery, settings.BackupKeep, settings.BackupRecipient = "s3://"+server.Bucket+"/"+prefix, time.Second, 100, []string{recipient}
	began := time.Now()
	served(t, settings)
	served(t, settings)
	written := func() (found int) {
		for _, key := range objectsIn(t, server) {
			if strings.HasPrefix(key, prefix+"/vitrine-backup-") && strings.HasSuffix(key, ".zip.age") {
				found++
			}
		}
		return found
	}
	eventually(t, "there are three scheduled backups", func() bool { return written() >= 3 })
	if found, most := written(), int(time.Since(began)/time.Second)+1; found > most {
		t.Errorf("%d backups, want at most %d", found, most)
	}
	wantMissing(t, filepath.Join(place.Data, "backups"))
}

// A bucket that refuses scheduled backups does not stop the site, and the metrics and doctor say so.
func TestBackupBucketRefused(t *testing.T) {
	t.Parallel()
	server, metrics := buckettest.Start(t), buckettest.FreeAddress(t)
	settings := config.Serve{Database: newPlace(t), MetricsAddr: metrics}
	settings.BackupBucket, settings.BackupTo, settings.BackupEvery, settings.BackupKeep = backupBucketOf(server.Options()), "s3://nowhere/site", time.Second, 1
	site := served(t, settings)
	eventually(t, "the metrics say that the backup failed", func() bool {
		response, err := http.Get("http://" + metrics + "/metrics")
		return strings.Contains(body(t, response, err), `vitrine_job_failed{name="backup"} 1`)
	})
	same(t, "what visitors get", status(site+"/api/products"), http.StatusOK)
	output, err := diagnosed(t, settings)
	wantError(t, err, "problem")
	wantText(t, output, "PROBLEM  backup bucket: s3://nowhere names a bucket that does not exist at --backup-s3-endpoint: ", "the key needs the rights PutObject, GetObject, ")
}

// Doctor tries the bucket for backups and the keys, and finds the newest backup there.
func TestDoctorBackupBucket(t *testing.T) {
	t.Parallel()
	server := buckettest.Start(t)
	recipient, identity := buckettest.KeyPair(t)
	settings := config.Serve{Database: newPlace(t)}
	settings.BackupBucket, settings.BackupTo, settings.BackupRecipient = backupBucketOf(server.Options()), "s3://"+server.Bucket+"/site", []string{recipient}
	output, _ := diagnosed(t, settings)
	wantText(t, output, "PROBLEM  backups: "+settings.BackupTo+" has no backup\n", "Make one now: vitrine backup --to "+settings.BackupTo,
		"OK       backup bucket: "+settings.BackupTo+" stores, lists, returns and deletes objects\n", "OK       backup encryption: on; this machine cannot read its own backups")
	wantObjects(t, server, 0)
	noError(t, backUp(t.Context(), config.Backup{Database: settings.Database, BackupBucket: settings.BackupBucket, BackupKeys: settings.BackupKeys, To: settings.BackupTo}, io.Discard))
	settings.BackupIdentity = identity
	output, _ = diagnosed(t, settings)
	wantText(t, output, "OK       backups: the newest is "+settings.BackupTo+"/vitrine-backup-", "OK       backup encryption: on; the identity is on this machine")
	settings.BackupRecipient, settings.BackupIdentity, settings.BackupS3SecretKey = []string{"hush"}, "", "hush"
	output, _ = diagnosed(t, settings)
	wantText(t, output, "PROBLEM  backup bucket: --backup-s3-secret-key does not match --backup-s3-access-key", "PROBLEM  backup encryption: --backup-recipient has no public key of age at position 1")
}
