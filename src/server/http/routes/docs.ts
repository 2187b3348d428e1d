/** /api/openapi.json describes the routes; /api/docs shows the same as a page. */
import { html, raw } from 'hono/html'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { API_REQUESTS_PER_MINUTE, ApiScope } from '#shared/api-keys.ts'
import { apiScopeWords } from '#shared/api-scope-text.ts'
import { createRouter, type Env } from '#server/http/context.ts'
import { describeApi, scopeOf } from '#server/http/describe-api.ts'
import { fontPreloads } from '#server/http/font-faces.ts'

/** The explicit return type keeps the inferred one from exceeding the compiler's limit. */
export function docsRoutes(app: () => OpenAPIHono<Env>): OpenAPIHono<Env> {
  const routes = createRouter()
  routes
    .get('/openapi.json', (c) => c.json(describeApi(app())))
    .get('/docs', (c) => c.html(page(describeApi(app()), c.get('services').appUrl)))
  return routes
}

function page({ paths }: ReturnType<typeof describeApi>, appUrl: string) {
  const rows = []
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { summary }] of Object.entries(operations)) rows.push(routeRow(method, path, summary))
  }
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Readback API</title>
        ${raw(fontPreloads())}
        <link rel="stylesheet" href="/help/style.css" />
      </head>
      <body>
        <header class="bar">
          <a class="brand" href="/"><img src="/favicon.svg" alt="" width="28" height="28" /> Readback</a>
          <span>API</span>
          <a class="open" href="/help">Manual</a>
        </header>
        <main>
          <h1>Readback API</h1>
          <p>The full schema is <a href="/api/openapi.json">openapi.json</a>.</p>
          <h2>API keys</h2>
          <p>
            Send a key with every request. Create keys at <a href="/connect">Connections</a>, on a plan with API access:
          </p>
          <pre tabindex="0"><code>curl ${appUrl}/api/credits -H "Authorization: Bearer rb_YOUR_KEY"</code></pre>
          <p>A key has scopes. The table shows which scope a route needs.</p>
          <ul>
            ${ApiScope.options.map((scope) => html`<li><code>${scope}</code>: ${apiScopeWords[scope]}.</li>`)}
          </ul>
          <p>
            Routes without a scope reject API keys. The limit is ${API_REQUESTS_PER_MINUTE} requests per minute and key;
            beyond it the response is 429, with the seconds to wait in <code>Retry-After</code>. The same applies to
            crawls and questions beyond <a href="/help/plans">the limits of the plan</a>. An unknown or revoked key gets
            401, a missing scope or plan 403.
          </p>
          <p>
            Every failure is <code>{ "error": { "code", "message", "values"?, "field"? } }</code>: a stable code, the
            message in English, the values in the message, and the field of the request that it concerns.
          </p>
          <p>MCP clients find the same functions as tools at <code>${appUrl}/mcp</code>.</p>
          <h2>All routes</h2>
          <div role="region" aria-label="All routes" tabindex="0" class="scroll">
            <table>
              <thead>
                <tr>
                  <th>Method</th>
                  <th>Path</th>
                  <th>Description</th>
                  <th>Scope</th>
                </tr>
              </thead>
              <tbody>
                ${rows}
              </tbody>
            </table>
          </div>
        </main>
      </body>
    </html>`
}

function routeRow(method: string, path: string, summary = '') {
  const scope = scopeOf(method, path)
  return html`<tr>
    <td>${method.toUpperCase()}</td>
    <td><code>${path}</code></td>
    <td>${summary}</td>
    <td>${scope ? html`<code>${scope}</code>` : '–'}</td>
  </tr>`
}
