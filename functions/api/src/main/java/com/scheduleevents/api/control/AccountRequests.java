package com.scheduleevents.api.control;

import com.scheduleevents.api.http.QueryParameters;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.api.http.Route;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.audit.AuditId;
import com.scheduleevents.domain.audit.AuditLog;
import com.scheduleevents.domain.audit.AuditReader;
import com.scheduleevents.domain.network.SenderAddresses;
import com.scheduleevents.domain.page.Page;
import com.scheduleevents.domain.page.RowsRead;
import java.util.Optional;
import java.util.Set;

/**
 * Shows a client the account of its API key and what the key may do and see, the account's audit log, and where requests to receivers come
 * from. The owner's e-mail address, the clinics that the key does not see, and what was changed about them are left out.
 */
final class AccountRequests {

    private final Accounts accounts;
    private final AuditReader auditLog;
    private final SenderAddresses addresses;

    AccountRequests(Accounts accounts, AuditLog auditLog, SenderAddresses addresses) {
        this.accounts = accounts;
        this.auditLog = new AuditReader(auditLog, new ClinicAccess(accounts));
        this.addresses = addresses;
    }

    Route[] routes() {
        return new Route[] {
            new Route("GET", "/account", Optional.empty(), Set.of(), this::show),
            new Route("GET", "/addresses", Optional.empty(), Set.of(), this::addresses),
            new Route("GET", "/audit_log", Scope.AUDIT_READ, this::changes).with(QueryParameters.PAGING)
        };
    }

    private Response show(Request request, Caller caller) {
        String name = accounts.name(caller.account())
                .orElseThrow(() -> new IllegalStateException("the account of an API key does not exist"));
        Set<ClinicId> visible =
                caller.seesAllClinics() ? accounts.clinicsOf(caller.account()) : accounts.clinicsOf(caller.key());
        return Response.json(200, AccountJson.of(caller, name, accounts.isSandbox(caller.account()), visible));
    }

    private Response addresses(Request request, Caller caller) {
        return Response.page(
                addresses.addresses().stream().map(AddressJson::new).toList(), Optional.empty());
    }

    private Response changes(Request request, Caller caller) {
        Optional<AuditId> startingAfter = request.query().startingAfter(AuditId::parse, "the newest entry");
        RowsRead read = new RowsRead();
        Page<AuditEntry, AuditId> page =
                auditLog.page(caller, startingAfter, request.query().limit(), read);
        request.charge(read.furtherRequests());
        return Response.page(
                page.items().stream().map(AuditEntryJson::of).toList(),
                page.next().map(AuditId::value));
    }
}
