// Makes the Postman collection from the contract: node collection.mjs openapi.yaml collection.json

import { readFileSync, writeFileSync } from "node:fs";
import { load } from "js-yaml";
import converter from "openapi-to-postmanv2";

const [contractFile, collectionFile] = process.argv.slice(2);
const contract = load(readFileSync(contractFile, "utf8"));

const resolved = (part) =>
  part.$ref ? { ...resolved(part.$ref.slice(2).split("/").reduce((at, key) => at[key], contract)), ...part } : part;

/** The schema's own example, or the smallest value that it allows. */
function sample(reference) {
  const { $ref, ...schema } = resolved(reference);
  const value = schema.examples?.[0] ?? schema.example ?? schema.const ?? schema.enum?.[0];
  if (value !== undefined) return value;
  const choice = (schema.oneOf ?? schema.anyOf)?.[0];
  if (choice && !schema.items) return sample(choice);
  const kinds = {
    object: () =>
      Object.fromEntries((schema.required ?? []).map((name) => [name, sample(schema.properties[name])])),
    array: () => [sample(schema.items)],
    boolean: () => true,
    integer: () => schema.minimum ?? 1,
    string: () => (schema.format === "date-time" ? "2026-11-20T14:02:11Z" : "text"),
  };
  return kinds[[schema.type].flat()[0]]();
}

// The converter uses the examples of contents, not those of schemas, and would make random ones up.
for (const path of Object.values(contract.paths)) {
  for (const operation of Object.values(path)) {
    for (const message of [operation.requestBody, ...Object.values(operation.responses ?? {})].filter(Boolean)) {
      for (const content of Object.values(resolved(message).content ?? {})) {
        if (!content.examples) content.example ??= sample(content.schema);
      }
    }
  }
}

const options = { folderStrategy: "Tags", parametersResolution: "Example", enableOptionalParameters: false };
converter.convertV2({ type: "json", data: contract }, options, (failure, result) => {
  if (failure || !result.result) throw failure ?? new Error(result.reason);
  const collection = result.output[0].data;
  collection.variable.push({ key: "bearerToken", value: "" });
  writeFileSync(collectionFile, JSON.stringify(collection, null, 2) + "\n");
});
