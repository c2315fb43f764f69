import { createHash } from 'node:crypto';
import { type Html, html, prose } from '../html.ts';
import { STYLE } from './openapi-page-style.ts';
import { partsOf } from './openapi-schemas.ts';
import type { MediaType, OpenApiDocument, Operation, Response, Schema } from './openapi-types.ts';

interface Described {
  method: string;
  path: string;
  operation: Operation;
}

/** The document as one HTML page: no script, no request, nothing but what the document says. With its security policy. */
export function openApiPage(document: OpenApiDocument): { html: string; policy: string } {
  const style = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`;
  const policy = `default-src 'none'; style-src '${style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return { html: `<!doctype html>\n${page(document).markup}`, policy };
}

function page(document: OpenApiDocument): Html {
  const { info, tags, components } = document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Described => ({ method: method.toUpperCase(), path, operation }),
    ),
  );
  const groups = tags.map((tag) => ({
    ...tag,
    own: operations.filter(({ operation }) => operation.tags[0] === tag.name),
  }));
  const [lead = '', ...rest] = info.description.split('\n\n');

  const links = groups.map(
    ({ name, own }) => html`
<li><a href="#${anchor(name)}">${name}</a><ul>${own.map(
      ({ method, operation }) =>
        html`<li><a href="#${operation.operationId}"><b class="verb ${method}">${method}</b>${operation.summary}</a></li>`,
    )}</ul></li>`,
  );
  const navigation = html`<ul><li><a href="#credentials">Credentials</a></li>${links}<li><a href="#errors">Errors</a></li><li><a href="#schemas">Schemas</a></li></ul>`;

  return html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} API</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<a class="skip" href="#main">To the content</a>
<nav class="side" aria-label="Operations">${navigation}</nav>
<main id="main">
<header>
<h1>${info.title} API <small>${info.version}</small></h1>
<div class="lead">${prose(lead)}</div>
<details class="menu"><summary>Contents</summary>${navigation}</details>
${prose(rest.join('\n\n'))}
<p><a href="/v1/openapi.json">The same as an OpenAPI ${document.openapi} document</a></p>
</header>
<section id="credentials">
<h2>Credentials</h2>
<dl class="fields">${Object.entries(components.securitySchemes).map(
    ([
      name,
      scheme,
    ]) => html`<dt id="credential-${name}"><code>${scheme.name ?? 'Authorization: Bearer'}</code> ${words(name)}</dt>
<dd>${prose(scheme.description)}</dd>`,
  )}</dl>
</section>
${groups.map(
  ({ name, description, own }) => html`<section id="${anchor(name)}">
<h2>${name}</h2>
${prose(description)}
${own.map((one) => operationSection(one, document))}
</section>`,
)}
<section id="errors">
<h2>Errors</h2>
${prose('Every error has the same body: `detail` is a sentence to act on, `code` is stable. Where single fields are at fault, `errors` names each.')}
${Object.entries(components.responses).map(([name, response]) => !name.startsWith('OpenAi') && errorTable(name, response))}
</section>
<section id="schemas">
<h2>Schemas</h2>
${Object.entries(components.schemas).map(
  ([name, schema]) => html`<article id="schema-${name}">
<h3>${name} ${badge(schema)}</h3>
${schema.description && prose(schema.description)}
${fieldList(schema)}
${schema.examples?.map((value) => example('Example', { example: value }))}
</article>`,
)}
</section>
</main>
</body>
</html>
`;
}

function operationSection({ method, path, operation }: Described, document: OpenApiDocument): Html {
  const { components } = document;
  const accepted = operation.security.flatMap((one) => Object.keys(one));
  const open = operation.security.some((one) => Object.keys(one).length === 0);
  const parameters = operation.parameters ?? [];
  const examples = [
    ...Object.values(operation.requestBody?.content ?? {}).map((media) => example('Request', media)),
    ...Object.entries(operation.responses).flatMap(([status, response]) =>
      '$ref' in response ? [] : Object.values(response.content ?? {}).map((media) => example(status, media)),
    ),
  ];
  return html`<article id="${operation.operationId}" class="operation">
<h3><a href="#${operation.operationId}">${operation.summary}</a> ${badge(operation)}</h3>
<p class="address"><b class="verb ${method}">${method}</b><code>${pathParts(path)}</code></p>
<div class="columns">
<div>
${operation.description && prose(operation.description)}
<p class="who">${
    accepted.length === 0
      ? 'Needs no credential.'
      : html`Credential: ${joined(
          accepted.map((name) => html`<a href="#credential-${name}">${words(name)}</a>`),
          ' or ',
        )}${open && ', or none'}.`
  }</p>
${
  parameters.length > 0 &&
  html`<h4>Parameters</h4><dl class="fields">${parameters.map(
    ({ name, in: place, description, schema, required, ...rest }) =>
      html`<dt><code>${name}</code> <i>${typeOf(schema)}, ${place}${required && place === 'query' && ', required'}</i> ${badge(rest)}</dt><dd>${prose(description)}</dd>`,
  )}</dl>`
}
${Object.entries(operation.requestBody?.content ?? {}).map(
  ([type, { schema }]) =>
    html`<h4>Body <i>${type}${operation.requestBody?.required === false && ', optional'}</i></h4>${schema && fieldList(schema)}`,
)}
<h4>Answers</h4>
<dl class="fields">${Object.entries(operation.responses).map(([status, response]) => answer(status, response, components))}</dl>
</div>
<div class="examples">${examples}</div>
</div>
</article>`;
}

function answer(
  status: string,
  response: Response | { $ref: string },
  { responses }: OpenApiDocument['components'],
): Html {
  if ('$ref' in response) {
    const name =
      response.$ref
        .split('/')
        .at(-1)
        ?.replace(/^OpenAi/, '') ?? '';
    return html`<dt><a href="#error-${name}"><code>${status}</code></a></dt><dd>${prose(responses[name]?.description ?? '')}</dd>`;
  }
  const content = Object.entries(response.content ?? {}).map(([type, { schema }]) =>
    schema?.$ref
      ? html` <i>${typeOf(schema)}${type !== 'application/json' && ` as ${type}`}</i>`
      : html` <i>${type}</i>`,
  );
  return html`<dt><code>${status}</code>${content} ${badge(response)}</dt><dd>${prose(response.description)}</dd>`;
}

function errorTable(name: string, response: Response): Html {
  const examples = Object.values(response.content ?? {}).flatMap((media) => Object.entries(media.examples ?? {}));
  return html`<article id="error-${name}"><h3>${name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')}</h3>${prose(response.description)}<dl class="fields codes">${examples.map(
    ([code, { value }]) =>
      html`<dt><code>${code}</code></dt><dd>${String((value as { detail?: unknown }).detail ?? '')}</dd>`,
  )}</dl></article>`;
}

function fieldList(schema: Schema): Html | false {
  const choices = partsOf(schema);
  if (choices.some(({ $ref }) => $ref)) return html`<p>One of ${joined(choices.map(typeOf), ', ')}.</p>`;
  if (choices.length > 0)
    return joined(
      choices.map((one) => html`${fieldList(one)}`),
      html`<p>or</p>`,
    );
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  if (fields.length === 0) return false;
  return html`<dl class="fields">${fields.map(
    ([
      name,
      field,
    ]) => html`<dt><code>${name}</code> <i>${typeOf(field)}${!schema.required?.includes(name) && ', optional'}</i> ${badge(field)}</dt>
${field.description && html`<dd>${prose(field.description)}</dd>`}`,
  )}</dl>`;
}

/** A type as a reader calls it; named ones lead to their description. */
function typeOf(schema: Schema): Html {
  const { $ref, anyOf, items, enum: choices, const: constant, type } = schema;
  if ($ref) {
    const name = $ref.split('/').at(-1);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (anyOf)
    return joined(
      anyOf.map((one) => typeOf(one as Schema)),
      ' or ',
    );
  if (constant !== undefined) return html`<code>${JSON.stringify(constant)}</code>`;
  if (choices)
    return joined(
      choices.map((choice) => html`<code>${JSON.stringify(choice)}</code>`),
      ' or ',
    );
  if (items) return html`list of ${typeOf(items as Schema)}`;
  return html`${[type ?? 'anything'].flat().join(' or ')}`;
}

function example(title: string, media: MediaType): Html | false {
  if (media.example === undefined) return false;
  const text = typeof media.example === 'string' ? media.example : JSON.stringify(media.example, null, 2);
  return html`<figure><figcaption>${title}</figcaption><pre tabindex="0"><code>${text}</code></pre></figure>`;
}

const badge = (marked: object) =>
  'x-footnote-decision' in marked && html`<span class="ours" title="Not in the interface specification">ours</span>`;

const joined = (parts: Html[], between: string | Html) =>
  html`${parts.flatMap((part, at) => (at === 0 ? [part] : [between, part]))}`;

const pathParts = (path: string) =>
  path.split(/(\{\w+\})/).map((part) => (part.startsWith('{') ? html`<var>${part}</var>` : html`${part}`));

/** `userToken` → `user token`. */
const words = (name: string) =>
  name
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/^api /, 'API ');

const anchor = (name: string) => name.toLowerCase().replace(/\W+/g, '-');

/** The sheet is ours, and escaping it would change its hash. */
const raw = (style: string) => html(Object.assign([style], { raw: [style] }) as unknown as TemplateStringsArray);
