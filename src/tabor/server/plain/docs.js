// Lists the calls of openapi.json.

const calls = document.getElementById("calls");
const spec = await (await fetch("/openapi.json")).json();

function add(parent, tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  parent.append(element);
  return element;
}

function fields(schema) {
  const name = schema?.$ref?.split("/").pop();
  const found = name ? spec.components.schemas[name] : schema;
  return Object.keys(found?.properties ?? {});
}

for (const [path, methods] of Object.entries(spec.paths)) {
  for (const [method, call] of Object.entries(methods)) {
    add(calls, "h2", `${method.toUpperCase()} ${path}`);
    add(calls, "p", call.description ?? "");
    const asked = (call.parameters ?? []).map((parameter) => parameter.name);
    if (asked.length) add(calls, "p", `Parameters: ${asked.join(", ")}`);
    const body = call.requestBody?.content?.["application/json"]?.schema;
    if (body) add(calls, "p", `JSON: ${fields(body).join(", ")}`);
  }
}
