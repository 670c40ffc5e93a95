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

	page := need(client.EventsAPI.ListEvents(ctx).Execute()).Data
	later, cancelled := page[0], page[1]
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
	_, response, err := client.EventsAPI.RecordEvent(ctx).EventDraft(schedule.AppointmentCancelledDraftAsEventDraft(draft)).Execute()
	var refused *schedule.GenericOpenAPIError
	if !errors.As(err, &refused) {
		panic(err)
	}
	reason := refused.Model().(schedule.Error).Error
	fmt.Println("error", response.StatusCode, reason.Type, reason.Code)
}

func need[T any](result *T, _ *http.Response, err error) *T {
	if err != nil {
		panic(err)
	}
	return result
}
