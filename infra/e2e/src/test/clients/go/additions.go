// Reads responses of a later version of the service, with what it may have added.
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

func main() {
	ctx := context.Background()
	configuration := schedule.NewConfiguration()
	configuration.Servers = schedule.ServerConfigurations{{URL: os.Getenv("API")}}
	client := schedule.NewAPIClient(configuration)

	page := need(client.EventsAPI.ListEvents(ctx).Execute())
	feed := page.Data
	for page.HasMore {
		page = need(client.EventsAPI.ListEvents(ctx).StartingAfter(page.GetNextCursor()).Execute())
		feed = append(feed, page.Data...)
	}
	later, cancelled := feed[0], feed[1]
	fmt.Println("event", later.Type, later.ClinicId, later.CreatedAt.Year())
	fmt.Println("event", cancelled.Type, cancelled.GetCancelledBy(), cancelled.GetStartsAt().Year())

	webhook := need(client.WebhooksAPI.GetWebhook(ctx, "whk_1").Execute())
	fmt.Println("webhook", webhook.Status, webhook.Mode, webhook.GetDisabledReason(), webhook.Health.Circuit, strings.Join(webhook.Types, " "))

	delivery := need(client.DeliveriesAPI.ListDeliveries(ctx, "whk_1").Execute()).Data[0]
	fmt.Println("delivery", delivery.Status, delivery.EventType, delivery.GetLastOutcome())

	fmt.Println("scopes", strings.Join(need(client.AccountAPI.GetAccount(ctx).Execute()).ApiKey.Scopes, " "))
	fmt.Println("event type", need(client.EventsAPI.ListEventTypes(ctx).Execute()).Data[0].Name)

	draft := schedule.NewAppointmentCancelledDraft("appointment.cancelled", "cln_harbour", "apt_1", "prv_1",
		time.Now().Add(time.Hour), 30, true, schedule.PATIENT)
	event := schedule.AppointmentCancelledDraftAsEventDraft(draft)
	_, response, err := client.EventsAPI.RecordEvent(ctx).EventDraft(event).Execute()
	reason := body(err).(schedule.Error).Error
	fmt.Println("error", response.StatusCode, reason.Type, reason.Code)

	for _, key := range []string{"rejected", "refused"} {
		item := schedule.NewBatchItem(event)
		item.SetIdempotencyKey(key)
		_, response, err := client.EventsAPI.RecordEvents(ctx).Batch(*schedule.NewBatch([]schedule.BatchItem{*item})).Execute()
		batch := body(err).(schedule.RejectedBatch)
		if batch.HasData() {
			one := batch.Data[0]
			fmt.Println("batch", response.StatusCode, "of which", batch.GetFailedCount(), "failed:", one.Status, one.Error.Type, one.Error.Code)
		} else {
			fmt.Println("batch", response.StatusCode, batch.Error.Type, batch.Error.Code)
		}
	}
}

// body reads the body of a response that is an error.
func body(err error) any {
	var refused *schedule.GenericOpenAPIError
	if !errors.As(err, &refused) {
		panic(err)
	}
	return refused.Model()
}

func need[T any](result *T, _ *http.Response, err error) *T {
	if err != nil {
		panic(err)
	}
	return result
}
