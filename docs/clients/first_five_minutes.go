// The first five minutes with the API, with the client for Go. docs/clients.md says how to run it.
package main

import (
	"context"
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
	webhook := need(client.WebhooksAPI.CreateWebhook(ctx).WebhookRequest(*registration).Execute())
	if webhook.HasSecret() {
		fmt.Println("registered", webhook.Id, "with its secret")
	}

	event := need(client.EventsAPI.RecordEvent(ctx).EventDraft(cancelled("cln_harbour")).IdempotencyKey(webhook.Id).Execute())
	fmt.Println("recorded", event.Type)

	feed := need(client.EventsAPI.ListEvents(ctx).Limit(100).Execute())
	for _, one := range feed.Data {
		if one.Id == event.Id {
			fmt.Println("in the feed")
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
	estimate := need(client.DeliveriesAPI.StartReplay(ctx, webhook.Id).ReplayRequest(*replay).Execute())
	if estimate.GetDryRun() && estimate.GetEventsMatching() > 0 {
		fmt.Println("a replay would send it again")
	}

	request := schedule.NewApiKeyRequest([]schedule.Scope{schedule.EVENTS_READ}, []string{"cln_harbour"})
	request.SetDescription("Go")
	issued := need(client.AccountAPI.CreateApiKey(ctx).ApiKeyRequest(*request).Execute())
	fmt.Println("issued a key for", strings.Join(issued.ClinicIds, ", "))
	need(client.AccountAPI.RevokeApiKey(ctx, issued.Id).Execute())

	if _, err := client.WebhooksAPI.DeleteWebhook(ctx, webhook.Id).Execute(); err != nil {
		panic(err)
	}
	_, response, err := client.WebhooksAPI.GetWebhook(ctx, webhook.Id).Execute()
	fmt.Println("deleted:", response.StatusCode, refusal(err).Code)

	_, response, err = client.EventsAPI.RecordEvent(ctx).EventDraft(cancelled("cln_elsewhere")).Execute()
	fmt.Println("refused:", response.StatusCode, refusal(err).Code, refusal(err).GetParam())
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
