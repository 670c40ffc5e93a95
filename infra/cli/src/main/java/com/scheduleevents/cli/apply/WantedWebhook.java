package com.scheduleevents.cli.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A webhook that a file says there is to be.
 *
 * @param externalId by which it is found
 * @param fields what the file says of it, as the API takes it
 */
record WantedWebhook(String externalId, ObjectNode fields) {}
