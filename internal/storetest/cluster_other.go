//go:build !unix

package storetest

import "errors"

func startCluster() (string, error) {
	return "", errors.New("set " + serverVariable + " to a PostgreSQL server on which tests may create databases")
}
