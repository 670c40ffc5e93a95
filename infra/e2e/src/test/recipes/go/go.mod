module example.com/receiver

go 1.26.0

require (
	github.com/standard-webhooks/standard-webhooks/libraries v0.0.1
	modernc.org/sqlite v1.61.1
)
