/** /api/openapi.json describes the routes; /api/docs shows the same as a page. */
import { html } from 'hono/html'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { createRouter, type Env } from './context.ts'

const about = {
  openapi: '3.1.0',
  info: {
    title: 'Readback',
    version: '0.1.0',
    description: 'Crawl a site, process its pages, ask, and get answers that are read back against the pages.',
  },
}

/** The return type is cut short: the whole document as a type is longer than the compiler writes down. */
export function docsRoutes(app: () => OpenAPIHono<Env>): OpenAPIHono<Env> {
  const routes = createRouter()
  routes
    .get('/openapi.json', (c) => c.json(app().getOpenAPI31Document(about)))
    .get('/docs', (c) => c.html(page(app().getOpenAPI31Document(about))))
  return routes
}

const Operations = z.record(z.string(), z.record(z.string(), z.object({ summary: z.string().optional() }).loose()))

function page(document: ReturnType<OpenAPIHono['getOpenAPI31Document']>) {
  const rows = Object.entries(Operations.parse(document.paths ?? {})).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { summary }]) => ({ path, method: method.toUpperCase(), summary })),
  )
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Readback: the API</title>
        <link rel="stylesheet" href="/help/style.css" />
      </head>
      <body>
        <main>
          <h1>The API</h1>
          <p>Every route with its shapes stands in <a href="/api/openapi.json">openapi.json</a>.</p>
          <table>
            <thead>
              <tr>
                <th>Method</th>
                <th>Address</th>
                <th>What it does</th>
              </tr>
            </thead>
            <tbody>
              ${rows.map(
                (row) =>
                  html`<tr>
                    <td>${row.method}</td>
                    <td><code>${row.path}</code></td>
                    <td>${row.summary ?? ''}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </main>
      </body>
    </html>`
}
