// Writes src/messages.ts from schema.json, which comes from `python -m villain.web.schema`.
import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const whole = JSON.parse(readFileSync(new URL("schema.json", import.meta.url), "utf8"));

// Titles of single fields would become a type each: drop them.
function untitle(node) {
  if (Array.isArray(node)) return node.map((item) => untitle(item));
  if (node === null || typeof node !== "object") return node;
  const out = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === "title" && typeof value === "string") continue;
    // Lengths would become tuples of every length; the server checks them.
    if (key === "minItems" || key === "maxItems") continue;
    out[key] = untitle(value);
  }
  // What kind of message it is, is always said.
  const kinds = Object.entries(out.properties ?? {}).filter(([, field]) => "const" in field);
  if (kinds.length) out.required = [...(out.required ?? []), ...kinds.map(([name]) => name)];
  return out;
}

const definitions = untitle(whole.$defs);
const root = {
  title: "Messages",
  type: "object",
  additionalProperties: false,
  properties: Object.fromEntries(
    Object.keys(definitions).map((name) => [name, { $ref: `#/$defs/${name}` }]),
  ),
  required: Object.keys(definitions),
  $defs: definitions,
};
const banner =
  "// Generated from schema.json by `npm run types`: change villain/web/messages.py instead.";
const text = await compile(root, "Messages", {
  bannerComment: banner,
  additionalProperties: false,
  unreachableDefinitions: false,
});
writeFileSync(new URL("src/messages.ts", import.meta.url), text);
