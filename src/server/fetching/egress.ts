/**
 * The address guard (egress rule): which addresses this server may connect to. Every request that a crawl causes goes
 * through this dispatcher, which checks the resolved address when it connects, so DNS rebinding has no effect.
 */
import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { type Detail, type Message, messageText } from '#shared/errors.ts'
import { resolveHost } from '#server/platform/resolve-host.ts'

type Refusal = { ok: false; reason: 'private-address' | 'network' | 'unreadable'; detail: Detail }
export type EgressVerdict = { ok: true } | Refusal

export type Egress = {
  /** Checks scheme, credentials and host of an address without DNS. */
  checkUrl(url: string): EgressVerdict
  /** `checkUrl`, then resolves the host name and checks every IP address. */
  check(url: string): Promise<EgressVerdict>
  /** True for this server's own help pages, which may be crawled although the server's address is private. */
  isOwnManual(url: string): boolean
  /** Connects only to IP addresses that were checked at the moment of connecting. */
  dispatcher: Dispatcher
  /**
   * Opens a raw connection to `host:port`. No path can be checked on it, so this server itself is always refused.
   * Rejects with EgressRefused or with the network error.
   */
  connect(authority: string): Promise<Socket>
  close(): Promise<void>
}

export type EgressOptions = {
  /** "host" or "host:port", from ALLOW_PRIVATE_HOSTS. */
  allowPrivateHosts: readonly string[]
  /** This server's own origins or host:port. Only their `/help/*` may be fetched, even when the host is allowed. */
  ownOrigins?: string | readonly string[]
  /** Resolves a name to all its IP addresses; by default with DNS and the operating system. */
  resolve?: ResolveHost
  /** Connection limits; requests may set stricter ones. */
  agent?: Agent.Options
}

export type ResolveHost = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, ips: LookupAddress[]) => void,
) => void

const HELP_PATH = '/help'

const OK = { ok: true } as const

/** A connection that must not be made. */
export class EgressRefused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(messageText(refusal.detail))
    this.refusal = refusal
  }
}

export function createEgress({
  allowPrivateHosts,
  ownOrigins,
  resolve = resolveHost,
  agent: agentOptions,
}: EgressOptions): Egress {
  const hosts = createKnownHosts(allowPrivateHosts, [ownOrigins ?? []].flat())
  const connector = createConnector(hosts, resolve, agentOptions)
  const agent = new Agent({ ...agentOptions, connect: connector })
  const dispatcher = agent.compose((dispatch) => (options, handler) => {
    const verdict = checkUrl(hosts, new URL(options.path, String(options.origin)).href)
    if (!verdict.ok) throw new EgressRefused(verdict)
    return dispatch(options, handler)
  })
  return {
    checkUrl: (url) => checkUrl(hosts, url),
    check: (url) => checkResolved(hosts, resolve, url),
    isOwnManual(address) {
      const url = URL.parse(address)
      return url !== null && hosts.isOwn(hostOf(url), portOf(url)) && isHelpPath(url.pathname)
    },
    dispatcher,
    connect: (authority) => connectTo(authority, hosts, connector),
    close: () => agent.destroy(),
  }
}

/** The hosts for which the settings make an exception. */
type KnownHosts = {
  /** True when the setting names this port of the host. */
  isListed(host: string, port: string): boolean
  /** True when the setting names the host, alone or with this port. */
  isAllowed(host: string, port: string): boolean
  /** True for this server itself. */
  isOwn(host: string, port: string): boolean
}

function createKnownHosts(allowPrivateHosts: readonly string[], ownOrigins: readonly string[]): KnownHosts {
  const allowedHosts = new Set(allowPrivateHosts.map((entry) => entry.trim().toLowerCase()).filter(Boolean))
  const ownHosts = new Set(ownOrigins.flatMap(ownHostNames))
  // An IPv6 address may be listed with and without brackets.
  const namesOf = (host: string) => [host, withoutBrackets(host)]
  const isListed = (host: string, port: string) => namesOf(host).some((name) => allowedHosts.has(`${name}:${port}`))
  return {
    isListed,
    isAllowed: (host, port) => namesOf(host).some((name) => allowedHosts.has(name)) || isListed(host, port),
    isOwn: (host, port) => ownHosts.has(`${host}:${port}`),
  }
}

function checkUrl(hosts: KnownHosts, address: string): EgressVerdict {
  const url = URL.parse(address)
  if (!url) return unreadable({ code: 'address-invalid' })
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return unreadable({ code: 'address-scheme', values: { scheme: `${url.protocol}//` } })
  }
  if (url.username || url.password) return unreadable({ code: 'address-credentials' })
  const host = hostOf(url)
  const port = portOf(url)
  if (host.split('.').includes('')) return unreadable({ code: 'address-invalid' })
  if (url.port === '0') return badPort('0')
  // Before the allow list: of this server itself, only the manual may be fetched, even when it is allowed.
  if (hosts.isOwn(host, port)) return isHelpPath(url.pathname) ? OK : refusal(url)
  if (hosts.isListed(host, port)) return OK
  const isPrivate = isInternalName(host) || isPrivateIp(withoutBrackets(host))
  if (isPrivate && !hosts.isAllowed(host, port)) return refusal(url)
  return isBadPort(url) ? badPort(url.port) : OK
}

async function checkResolved(hosts: KnownHosts, resolve: ResolveHost, href: string): Promise<EgressVerdict> {
  const verdict = checkUrl(hosts, href)
  if (!verdict.ok) return verdict
  const url = new URL(href)
  const host = hostOf(url)
  const port = portOf(url)
  if (hosts.isAllowed(host, port) || hosts.isOwn(host, port) || isIP(withoutBrackets(host))) return verdict
  try {
    const resolved = await new Promise<LookupAddress[]>((found, fail) =>
      resolve(host, (error, ips) => (error ? fail(error) : found(ips))),
    )
    if (resolved.length === 0) return networkFailure({ code: 'host-no-address', values: { host } })
    return resolved.every(({ address: ip }) => isPublicIp(ip)) ? OK : refusal(url)
  } catch {
    return networkFailure({ code: 'host-not-found', values: { host } })
  }
}

/** Connects to public addresses, and to all addresses of the known hosts. */
function createConnector(
  hosts: KnownHosts,
  resolve: ResolveHost,
  agentOptions: Agent.Options | undefined,
): buildConnector.connector {
  const options = typeof agentOptions?.connect === 'object' ? agentOptions.connect : {}
  const connectUnchecked = buildConnector(options)
  const connectChecked = buildConnector({ ...options, lookup: checkedLookup(resolve), autoSelectFamily: true })

  return (target, callback) => {
    const name = target.hostname.toLowerCase()
    const host = isIP(name) === 6 ? `[${name}]` : name
    const port = target.port || (target.protocol === 'https:' ? '443' : '80')
    // For requests to this server itself, the dispatcher has checked the path.
    if (hosts.isAllowed(host, port) || hosts.isOwn(host, port)) return connectUnchecked(target, callback)
    // Connecting to an IP address calls no lookup, so it is checked here.
    if (isPrivateIp(withoutBrackets(host)))
      return callback(new EgressRefused(refusal(new URL(`http://${host}:${port}`))), null)
    return connectChecked(target, callback)
  }
}

function connectTo(authority: string, hosts: KnownHosts, connector: buildConnector.connector): Promise<Socket> {
  const url = URL.parse(`http://${authority}/`)
  if (!url) return Promise.reject(new EgressRefused(unreadable({ code: 'address-invalid' })))
  const verdict = checkUrl(hosts, url.href)
  if (!verdict.ok) return Promise.reject(new EgressRefused(verdict))
  const target = { hostname: withoutBrackets(hostOf(url)), host: url.host, protocol: 'http:', port: portOf(url) }
  return new Promise((connected, fail) => {
    connector(target, (error, socket) => (socket ? connected(socket) : fail(error)))
  })
}

/**
 * Public addresses at which a cloud serves its own machines: Azure's WireServer, IBM Cloud's service endpoints, and
 * Google's private.googleapis.com and restricted.googleapis.com.
 * Those of other clouds (169.254.169.254, 100.100.100.200, 192.0.0.192, fd00:ec2::254) are in reserved ranges.
 */
const CLOUD_INTERNAL = [
  '168.63.129.16/32',
  '161.26.0.0/16',
  '166.8.0.0/14',
  '199.36.153.4/30',
  '199.36.153.8/30',
  '2600:2d00:2:1000::/64',
  '2600:2d00:2:2000::/64',
].map((range) => ipaddr.parseCIDR(range))

/**
 * True for a unicast address of the public internet in its usual notation. Refuses loopback, private, link-local,
 * shared (CGNAT), multicast, reserved and documentation ranges, internal addresses of clouds, and every form that
 * embeds another address (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicIp(ip: string): boolean {
  if (isIP(ip) === 0) return false
  const parsed = ipaddr.parse(ip)
  if (parsed.range() !== 'unicast') return false
  if (CLOUD_INTERNAL.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match(range, bits))) return false
  if (parsed instanceof ipaddr.IPv4) return true
  // Only 2000::/3 is assigned. ipaddr.js counts ::/96, fec0::/10 and 64:ff9b:1::/48 as unicast.
  const [first = 0, second = 0] = parsed.parts
  return first >> 13 === 1 && !(first === 0x3fff && second < 0x1000)
}

/** Passes resolved IP addresses on for connecting only when all of them are public. */
function checkedLookup(resolve: ResolveHost): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, ips) => {
      if (error) return callback(error, '', 0)
      if (ips.some(({ address }) => !isPublicIp(address))) {
        return callback(new EgressRefused(refusal(new URL(`http://${hostname}`))), '', 0)
      }
      const [first] = ips
      if (!first) return callback(Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' }), '', 0)
      if (options.all) return callback(null, ips)
      return callback(null, first.address, first.family)
    })
  }
}

const isPrivateIp = (host: string) => isIP(host) !== 0 && !isPublicIp(host)

export function privateAddressMessage({ hostname, host }: URL): Message {
  return { code: 'address-private', values: { hostname, host } }
}

function refusal(url: URL): Refusal {
  return { ok: false, reason: 'private-address', detail: privateAddressMessage(url) }
}

function unreadable(detail: Detail): Refusal {
  return { ok: false, reason: 'unreadable', detail }
}

function networkFailure(detail: Detail): Refusal {
  return { ok: false, reason: 'network', detail }
}

/** Refuses encoded slashes, backslashes and dots, which the server might decode into another path. */
function isHelpPath(path: string): boolean {
  if (/%2f|%5c|%2e|\\/i.test(path)) return false
  return path === HELP_PATH || path.startsWith(`${HELP_PATH}/`)
}

/** Names that only internal networks resolve (RFC 6762, appendix G; RFC 8375) and those of machines in a cluster. */
const INTERNAL_DOMAINS = new Set(
  'localhost localdomain local internal intranet private corp home lan svc home.arpa'.split(' '),
)

/** Kubernetes names a service `name.namespace.svc.` and its cluster's domain, which an operator may choose. */
const CLUSTER_NAME = /^kubernetes\.default\.svc\.|\.svc\.cluster\./

/**
 * Names without a dot, internal domains, services of a cluster, and the names under which clouds serve their metadata.
 */
function isInternalName(host: string): boolean {
  if (isIP(withoutBrackets(host)) !== 0) return false
  const labels = host.split('.')
  if (labels.length === 1 || labels[0] === 'metadata' || CLUSTER_NAME.test(host)) return true
  return labels.some((_, index) => index > 0 && INTERNAL_DOMAINS.has(labels.slice(index).join('.')))
}

/** The ports of other protocols that browsers refuse too (Fetch standard, "port blocking"). */
const BAD_PORTS = new Set(
  (
    '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 ' +
    '135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 ' +
    '995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080'
  ).split(' '),
)
const isBadPort = (url: URL) => BAD_PORTS.has(url.port)
const badPort = (port: string) => unreadable({ code: 'address-port', values: { port } })

/** Lower case, without the trailing dot of the root; an IPv6 address keeps its brackets. */
function hostOf(url: URL): string {
  return url.hostname.endsWith('.') ? url.hostname.slice(0, -1) : url.hostname
}

function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80')
}

function withoutBrackets(host: string): string {
  return host.startsWith('[') ? host.slice(1, -1) : host
}

/** `host:port` for every name of this server. On loopback it answers under all names of the machine. */
function ownHostNames(originOrHost: string): string[] {
  const url = new URL(originOrHost.includes('://') ? originOrHost : `http://${originOrHost}`)
  const host = hostOf(url)
  const names = LOOPBACK_HOSTS.includes(host) ? LOOPBACK_HOSTS : [host]
  return names.map((name) => `${name}:${portOf(url)}`)
}

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]', '0.0.0.0', '[::]']
