/** /api/openapi.json describes the routes; /api/docs shows the same as a page. */
import { html } from 'hono/html'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { API_REQUESTS_PER_MINUTE, ApiScope, apiScopeWords } from '#shared/api-keys.ts'
import { createRouter, type Env } from './context.ts'
import { describeApi, scopeOf } from './describe-api.ts'

/** The return type is cut short: the whole document as a type is longer than the compiler writes down. */
export function docsRoutes(app: () => OpenAPIHono<Env>): OpenAPIHono<Env> {
  const routes = createRouter()
  routes
    .get('/openapi.json', (c) => c.json(describeApi(app())))
    .get('/docs', (c) => c.html(page(describeApi(app()), c.get('services').appUrl)))
  return routes
}

function page({ paths }: ReturnType<typeof describeApi>, appUrl: string) {
  const rows = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { summary }]) => ({
      path,
      method: method.toUpperCase(),
      summary,
      scope: scopeOf(method, path),
    })),
  )
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Readback: the API</title>
        <link rel="stylesheet" href="/help/style.css" />
      </head>
      <body>
        <header><a href="/">Readback</a> <span>API</span></header>
        <main>
          <h1>The API</h1>
          <p>Every route with its shapes stands in <a href="/api/openapi.json">openapi.json</a>.</p>
          <h2>With an API key</h2>
          <p>
            A program sends a key with every request. Keys are made at <a href="/connect">Connect programs</a>, on the
            plans with API access:
          </p>
          <pre tabindex="0"><code>curl ${appUrl}/api/credits -H "Authorization: Bearer rb_YOUR_KEY"</code></pre>
          <p>A key has scopes, and the table says which one a route needs.</p>
          <ul>
            ${ApiScope.options.map((scope) => html`<li><code>${scope}</code>: ${apiScopeWords[scope]}.</li>`)}
          </ul>
          <p>
            Routes without a scope are for people alone. A key may ask ${API_REQUESTS_PER_MINUTE} times a minute; beyond
            that it is answered 429, with the seconds to wait in <code>Retry-After</code>. So are crawls and questions beyond
            what a plan may have <a href="/help/plans">under way at once</a>. An unknown or revoked key is
            answered 401, a missing scope or plan 403. Every failure is
            <code>{ "error": { "code", "message" } }</code>.
          </p>
          <p>Programs that speak MCP find the same as tools at <code>${appUrl}/mcp</code>.</p>
          <h2>All routes</h2>
          <div role="region" aria-label="All routes" tabindex="0" class="scroll">
            <table>
              <thead>
                <tr>
                  <th>Method</th>
                  <th>Address</th>
                  <th>What it does</th>
                  <th>Scope</th>
                </tr>
              </thead>
              <tbody>
                ${rows.map(
                  (row) =>
                    html`<tr>
                      <td>${row.method}</td>
                      <td><code>${row.path}</code></td>
                      <td>${row.summary ?? ''}</td>
                      <td>${row.scope ? html`<code>${row.scope}</code>` : '–'}</td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>
        </main>
      </body>
    </html>`
}
