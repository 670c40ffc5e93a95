// The first five minutes with the API, with the client for Go. docs/clients.md says how to run it.
package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	schedule "example.com/schedule-events/client"
)

var (
	began  = time.Now().UTC()
	ctx    = context.Background()
	client = newClient(os.Getenv("API"), os.Getenv("KEY"))
)

func newClient(api, key string) *schedule.APIClient {
	configuration := schedule.NewConfiguration()
	configuration.Servers = schedule.ServerConfigurations{{URL: api}}
	configuration.AddDefaultHeader("Authorization", "Bearer "+key)
	return schedule.NewAPIClient(configuration)
}

func main() {
	registration := schedule.NewWebhookRequest([]string{"*"})
	registration.SetUrl(os.Getenv("RECEIVER"))
	registration.SetDescription("Go")
	// The same request with the same key registers once, so it can be repeated if the response was lost.
	register := client.WebhooksAPI.CreateWebhook(ctx).WebhookRequest(*registration).IdempotencyKey(newKey())
	webhook := need(register.Execute())
	if webhook.HasSecret() {
		fmt.Println("registered", webhook.Id, "with its secret")
	}
	if repeated := need(register.Execute()); repeated.Id == webhook.Id && repeated.GetSecret() == webhook.GetSecret() {
		fmt.Println("the same again")
	}

	// A change names the version that it is made to. Somebody else changes the webhook in between.
	version, response, err := client.WebhooksAPI.GetWebhook(ctx, webhook.Id).Execute()
	read := need(version, response, err)
	limit := schedule.NewWebhookChange()
	limit.SetMaxPerSecond(100)
	need(client.WebhooksAPI.UpdateWebhook(ctx, webhook.Id).WebhookChange(*limit).Execute())
	_, conflict, err := describe(read, response.Header.Get("ETag"))
	fmt.Println("changed meanwhile:", conflict.StatusCode, refusal(err).Code)
	version, response, err = client.WebhooksAPI.GetWebhook(ctx, webhook.Id).Execute()
	edited := need(describe(need(version, response, err), response.Header.Get("ETag")))
	fmt.Println("changed to", edited.GetDescription(), "with at most", edited.GetMaxPerSecond(), "a second")

	event := need(client.EventsAPI.RecordEvent(ctx).EventDraft(cancelled("cln_harbour")).IdempotencyKey(newKey()).Execute())
	fmt.Println("recorded", event.Type)

	// A page can be empty although the list goes on.
	page := need(client.EventsAPI.ListEvents(ctx).Limit(1).Execute())
	feed := page.Data
	for page.HasMore {
		page = need(client.EventsAPI.ListEvents(ctx).Limit(1).StartingAfter(page.GetNextCursor()).Execute())
		feed = append(feed, page.Data...)
	}
	for _, one := range feed {
		if one.Id == event.Id {
			fmt.Println("in the feed since", feed[len(feed)-1].Type)
		}
	}

	delivery := find(webhook.Id, event.Id)
	for i := 0; i < 600 && (delivery == nil || delivery.Status == "pending"); i++ {
		time.Sleep(200 * time.Millisecond)
		delivery = find(webhook.Id, event.Id)
	}
	attempts := need(client.DeliveriesAPI.GetDelivery(ctx, webhook.Id, event.Id).Execute()).Attempts
	fmt.Println("delivery", delivery.Status, "with", attempts[len(attempts)-1].GetStatusCode())

	replay := schedule.NewReplayRequest(began.Add(-5 * time.Minute))
	replay.SetDryRun(true)
	estimate := need(client.DeliveriesAPI.StartReplay(ctx, webhook.Id).ReplayRequest(*replay).IdempotencyKey(newKey()).Execute())
	if estimate.GetDryRun() && estimate.GetEventsMatching() > 0 {
		fmt.Println("a replay would send it again")
	}

	request := schedule.NewApiKeyRequest([]schedule.Scope{schedule.EVENTS_READ}, []string{"cln_harbour"})
	request.SetDescription("Go")
	issued := need(client.AccountAPI.CreateApiKey(ctx).ApiKeyRequest(*request).IdempotencyKey(newKey()).Execute())
	fmt.Println("issued a key for", strings.Join(issued.ClinicIds, ", "))
	need(client.AccountAPI.RevokeApiKey(ctx, issued.Id).Execute())

	if _, err := client.WebhooksAPI.DeleteWebhook(ctx, webhook.Id).Execute(); err != nil {
		panic(err)
	}
	_, response, err = client.WebhooksAPI.GetWebhook(ctx, webhook.Id).Execute()
	fmt.Println("deleted:", response.StatusCode, refusal(err).Code)

	_, response, err = client.EventsAPI.RecordEvent(ctx).EventDraft(cancelled("cln_elsewhere")).IdempotencyKey(newKey()).Execute()
	fmt.Println("refused:", response.StatusCode, refusal(err).Code, refusal(err).GetParam())
}

// newKey returns an Idempotency-Key.
func newKey() string {
	key := make([]byte, 16)
	if _, err := rand.Read(key); err != nil {
		panic(err)
	}
	return hex.EncodeToString(key)
}

// describe changes the version of the webhook that was read.
func describe(read *schedule.Webhook, etag string) (*schedule.Webhook, *http.Response, error) {
	var change schedule.WebhookChange
	if body, err := json.Marshal(read); err != nil {
		panic(err)
	} else if err := json.Unmarshal(body, &change); err != nil {
		panic(err)
	}
	change.SetDescription("Front desk")
	return client.WebhooksAPI.UpdateWebhook(ctx, read.Id).IfMatch(etag).WebhookChange(change).Execute()
}

func cancelled(clinic string) schedule.EventDraft {
	draft := schedule.NewAppointmentCancelledDraft("appointment.cancelled", clinic, "apt_5512", "prv_22",
		began.Add(7*24*time.Hour), 30, true, schedule.PATIENT)
	return schedule.AppointmentCancelledDraftAsEventDraft(draft)
}

func find(webhook, event string) *schedule.Delivery {
	for _, one := range need(client.DeliveriesAPI.ListDeliveries(ctx, webhook).Execute()).Data {
		if one.EventId == event {
			return &one
		}
	}
	return nil
}

// refusal reads the error of the contract.
func refusal(err error) *schedule.ErrorDetail {
	var refused *schedule.GenericOpenAPIError
	if !errors.As(err, &refused) {
		panic(err)
	}
	body := refused.Model().(schedule.Error)
	return &body.Error
}

func need[T any](result *T, _ *http.Response, err error) *T {
	if err != nil {
		panic(err)
	}
	return result
}
