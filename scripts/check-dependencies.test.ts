/** Runs the check as a process, with the real npm and a stand-in registry. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { productEnv, productNode, root, runCaptured } from './run.mjs'

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const versionOf = (name: string): string => packages[`node_modules/${name}`]?.version ?? '1.0.0'
const NAME = 'hono'
const advisory = {
  // npm caches advisories by id: use another id whenever this advisory changes.
  id: 2,
  title: 'Discloses all data',
  url: 'https://example.org/advisories/1',
  severity: 'high',
  vulnerable_versions: `<=${versionOf(NAME)}`,
  cwe: [],
  cvss: { score: 8, vectorString: null },
}

async function checkAgainst(listener: RequestListener) {
  const registry = createServer(listener)
  registry.listen(0, '127.0.0.1')
  await once(registry, 'listening')
  onTestFinished(() => void registry.close())
  // A server that listens on TCP has an AddressInfo.
  const { port } = registry.address() as AddressInfo
  const env = productEnv({ npm_config_registry: `http://127.0.0.1:${port}/` })
  return runCaptured(productNode(), [join(root, 'scripts', 'check-dependencies.mjs')], { env })
}

/** A registry's package document. npm also requests the packages that depend on the vulnerable one. */
function packageDocument(name: string) {
  const version = versionOf(name)
  return {
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { name, version, dependencies: { [NAME]: '*' } } },
  }
}

it('fails and names the package when the registry reports a vulnerability', async () => {
  const { code, output } = await checkAgainst((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url === '/-/npm/v1/security/advisories/bulk') response.end(JSON.stringify({ [NAME]: [advisory] }))
    else response.end(JSON.stringify(packageDocument(decodeURIComponent(request.url?.slice(1) ?? ''))))
  })
  expect(output).toContain(`${NAME}: high: ${advisory.title} (${advisory.url})`)
  expect(output).not.toContain('no known vulnerabilities')
  expect(code).toBe(1)
}, 60_000)

it('reports no known vulnerabilities when the registry confirms it', async () => {
  const { output } = await checkAgainst((_, response) =>
    response.setHeader('content-type', 'application/json').end('{}'),
  )
  expect(output).toContain('no known vulnerabilities')
}, 60_000)

it.each([
  ['does not support the audit', 405, ''],
  ['responds with HTML', 200, '<html>Welcome</html>'],
])(
  'reports a skipped audit when the registry %s',
  async (_, status, body) => {
    const { output } = await checkAgainst((_request, response) => response.writeHead(status).end(body))
    expect(output).toContain('the registry could not be queried for vulnerabilities')
    expect(output).not.toContain('no known vulnerabilities')
  },
  60_000,
)
