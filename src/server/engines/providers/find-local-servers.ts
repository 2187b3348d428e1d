/**
 * Model servers on this machine, at their usual ports. These fixed addresses are outside the guard for crawled
 * addresses, which stay blocked: only an administrator, or MODEL=auto, starts this search.
 */
import { existsSync } from 'node:fs'
import { z } from 'zod'
import type { LocalServer } from '#shared/models.ts'
import { isNameKnown } from '#server/platform/resolve-host.ts'
import { fetchWithoutRedirect } from './provider-settings.ts'
import { listModels } from './list-models.ts'

const PROBE_TIMEOUT_MS = 500
const USUAL_PORTS = [11434, 1234, 8080, 8000]

/** The machine that runs the container, seen from inside it. Not every container runtime sets this name. */
const CONTAINER_HOST = 'host.docker.internal'

/** The usual ports on loopback and, in a container that has a name for it, on the machine that runs it. */
export async function usualAddresses(
  isContainer = existsSync('/.dockerenv') || existsSync('/run/.containerenv'),
  isKnown = isNameKnown,
): Promise<string[]> {
  // Connecting to an unknown name occupies a thread for each port until DNS gives up, which takes seconds.
  const hasHost = isContainer && (await isKnown(CONTAINER_HOST, PROBE_TIMEOUT_MS))
  const hosts = hasHost ? ['localhost', CONTAINER_HOST] : ['localhost']
  return hosts.flatMap((host) => USUAL_PORTS.map((port) => `http://${host}:${port}`))
}

/** A server may have no model yet. One that does not answer within half a second is not found. */
export async function findLocalServers(addresses: readonly string[]): Promise<LocalServer[]> {
  const found = await Promise.all(addresses.map((address) => probe(address)))
  return found.filter((server) => server !== null)
}

async function probe(origin: string): Promise<LocalServer | null> {
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS)
  const kinds = await Promise.all(KINDS.map(async (kind) => ((await isServer(kind, origin, signal)) ? kind : null)))
  const kind = kinds.find((each) => each !== null)
  if (!kind) return null
  const { name, provider } = kind
  const address = origin + kind.basePath
  const list = { provider, baseUrl: origin + (kind.listPath ?? kind.basePath), apiKey: undefined }
  const models = await listModels(list, PROBE_TIMEOUT_MS).catch(() => null)
  // Those that are offered or chosen here must run here.
  return models && { name, provider, address, models: models.filter(({ remoteHost }) => !remoteHost) }
}

type Kind = {
  name: string
  provider: LocalServer['provider']
  basePath: string
  /** If another list says more about the models. */
  listPath?: string
  /** A path that only this server answers in this shape. */
  path: string
  response: z.ZodType
}

const ownedBy = (owner: string) => z.object({ data: z.array(z.object({ owned_by: z.literal(owner) })).min(1) })
const KINDS: readonly Kind[] = [
  {
    name: 'Ollama',
    provider: 'ollama',
    basePath: '',
    path: '/api/version',
    response: z.object({ version: z.string() }),
  },
  {
    name: 'LM Studio',
    provider: 'compatible',
    basePath: '/v1',
    listPath: '/api/v0',
    path: '/api/v0/models',
    response: z.object({ data: z.array(z.object({ state: z.string() })) }),
  },
  { name: 'llama.cpp', provider: 'compatible', basePath: '/v1', path: '/v1/models', response: ownedBy('llamacpp') },
  { name: 'vLLM', provider: 'compatible', basePath: '/v1', path: '/v1/models', response: ownedBy('vllm') },
]

async function isServer({ path, response: schema }: Kind, origin: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetchWithoutRedirect(origin + path, { signal })
    return response.ok && schema.safeParse(await response.json()).success
  } catch {
    return false
  }
}
