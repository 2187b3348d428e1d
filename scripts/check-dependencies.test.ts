/** The check as it runs, with npm itself and a small registry of our own in place of npm's. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { productEnv, productNode, root, runQuietly } from './run.mjs'

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const versionOf = (name: string): string => packages[`node_modules/${name}`]?.version ?? '1.0.0'
const NAME = 'hono'
const advisory = {
  id: 1,
  title: 'It tells everybody everything',
  url: 'https://example.org/advisories/1',
  severity: 'high',
  vulnerable_versions: `<=${versionOf(NAME)}`,
  cwe: [],
  cvss: { score: 8, vectorString: null },
}

/** What the check says and how it ends when the registry answers so. */
async function checkAgainst(answer: RequestListener) {
  const registry = createServer(answer)
  registry.listen(0, '127.0.0.1')
  await once(registry, 'listening')
  onTestFinished(() => void registry.close())
  // A server that listens on TCP has an AddressInfo.
  const { port } = registry.address() as AddressInfo
  const env = productEnv({ npm_config_registry: `http://127.0.0.1:${port}/` })
  return runQuietly(productNode(), [join(root, 'scripts', 'check-dependencies.mjs')], { env })
}

/** A package as a registry describes it: npm asks for those that need the one with the advisory, too. */
function described(name: string) {
  const version = versionOf(name)
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { name, version, dependencies: { [NAME]: '*' } } } }
}

it('fails, and names the package, when the registry knows something against one of them', async () => {
  const { code, output } = await checkAgainst((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url === '/-/npm/v1/security/advisories/bulk') response.end(JSON.stringify({ [NAME]: [advisory] }))
    else response.end(JSON.stringify(described(decodeURIComponent(request.url?.slice(1) ?? ''))))
  })
  expect(output).toContain(`${NAME}: high: ${advisory.title} (${advisory.url})`)
  expect(output).not.toContain('nothing is known against them')
  expect(code).toBe(1)
}, 60_000)

it('says that nothing is known only when the registry has said so', async () => {
  const { output } = await checkAgainst((_, response) => response.setHeader('content-type', 'application/json').end('{}'))
  expect(output).toContain('nothing is known against them')
}, 60_000)

it.each([
  ['takes no such question', 405, ''],
  ['answers something else', 200, '<html>Welcome</html>'],
])('a registry that %s: says that it could not be asked', async (_, status, body) => {
  const { output } = await checkAgainst((_request, response) => response.writeHead(status).end(body))
  expect(output).toContain('the registry could not be asked what is known against them')
  expect(output).not.toContain('nothing is known')
}, 60_000)
