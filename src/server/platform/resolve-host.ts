/**
 * Resolves the names of crawled addresses. The system's lookup occupies a thread until DNS answers, and Node runs only
 * two at a time: two names whose server stays silent would stop every other crawl. So DNS is asked without a thread,
 * and the system only where it answers fast: for names in the hosts file, and those that DNS does not know.
 */
import { lookup, type LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { callbackify, promisify } from 'node:util'

const HOSTS_FILE = '/etc/hosts'
const QUERY_TIMEOUT_MS = 2_500
const QUERY_TRIES = 2

/** DNS said that it has no such name or address, or there is no DNS server. */
const HAS_NO_ADDRESS = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'])

const lookupWithSystem = promisify(lookup)

export const resolveHost = callbackify(findIpAddresses)

async function findIpAddresses(name: string): Promise<LookupAddress[]> {
  if (await isInHostsFile(name)) return lookupWithSystem(name, { all: true })
  try {
    return await queryDns(name)
  } catch (error) {
    // The system may know names that DNS does not, such as those of the local network.
    if (HAS_NO_ADDRESS.has((error as NodeJS.ErrnoException).code ?? '')) return lookupWithSystem(name, { all: true })
    throw error
  }
}

type DnsOptions = { timeoutMs?: number; tries?: number; servers?: readonly string[] }

/** All IP addresses of a name. Rejects with the code of the first failed query if there is none. */
export async function queryDns(
  name: string,
  { timeoutMs = QUERY_TIMEOUT_MS, tries = QUERY_TRIES, servers }: DnsOptions = {},
): Promise<LookupAddress[]> {
  // A new one each time, since it reads the system's DNS servers only once.
  const resolver = new Resolver({ timeout: timeoutMs, tries })
  if (servers) resolver.setServers(servers)
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const found = [
    ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ]
  if (found.length === 0 && v4.status === 'rejected') throw v4.reason
  return found
}

/** True if the hosts file or DNS knows the name. Gives up after `timeoutMs`. */
export async function isNameKnown(name: string, timeoutMs: number): Promise<boolean> {
  if (await isInHostsFile(name)) return true
  return queryDns(name, { timeoutMs, tries: 1 }).then(
    (ips) => ips.length > 0,
    () => false,
  )
}

async function isInHostsFile(name: string): Promise<boolean> {
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '')
  return text.split('\n').some((line) => {
    const [, ...names] = line.replace(/#.*/, '').toLowerCase().trim().split(/\s+/)
    return names.includes(name)
  })
}
