/**
 * The one egress rule: which addresses this server may reach. Every request that a crawl causes goes through the
 * dispatcher made here, so a name that resolves to a private address is refused at the moment of dialling.
 */
import { lookup as lookupOfSystem, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector, type Dispatcher } from 'undici'

export type EgressVerdict =
  { ok: true } | { ok: false; reason: 'private-address' | 'network' | 'unreadable'; detail: string }

export type Egress = {
  /** Judges an address by its text alone: scheme, credentials, host. Costs no look-up. */
  judge(url: string): EgressVerdict
  /** Judges an address and everything its name resolves to. */
  check(url: string): Promise<EgressVerdict>
  /** True for this server's own manual, which is readable although the server is private. */
  isOwnHelp(url: string): boolean
  /** Dials only addresses that were checked, each at the moment it is dialled. */
  dispatcher: Dispatcher
  /**
   * Opens a connection to `host:port` for somebody else to speak through, so no path can be judged: this server
   * itself is refused whole. Rejects with the code EPRIVATEADDRESS or with what the network says.
   */
  dial(authority: string): Promise<Socket>
  close(): Promise<void>
}

export type EgressOptions = {
  /** "host" or "host:port", as ALLOW_PRIVATE_HOSTS lists them. */
  allowPrivateHosts: readonly string[]
  /** This server's own origins or host:port; only their `/help/*` is readable without being listed. */
  ownHelp?: string | readonly string[]
  /** Answers every address of a name; the system's way when absent. */
  resolve?: ResolveName
  /** Limits of the connections; the page reader sets its own per request. */
  agent?: Agent.Options
}

export type ResolveName = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

const resolveBySystem: ResolveName = (hostname, done) => lookupOfSystem(hostname, { all: true }, done)

const HELP = '/help'

/** The code of the error that a refused dial ends with; its message is the detail for a person. */
export const PRIVATE_ADDRESS = 'EPRIVATEADDRESS'

/** Opens the one way out. */
export function createEgress({
  allowPrivateHosts,
  ownHelp,
  resolve = resolveBySystem,
  agent: limits,
}: EgressOptions): Egress {
  const allowed = new Set(allowPrivateHosts.map((entry) => entry.trim().toLowerCase()).filter(Boolean))
  const own = new Set([ownHelp ?? []].flat().flatMap(namesOfOwn))

  const isListed = (host: string, port: string) =>
    allowed.has(host) ||
    allowed.has(bare(host)) ||
    allowed.has(`${host}:${port}`) ||
    allowed.has(`${bare(host)}:${port}`)
  const isOwn = (host: string, port: string) => own.has(`${host}:${port}`)

  function judge(address: string): EgressVerdict {
    const url = URL.parse(address)
    if (!url) return { ok: false, reason: 'unreadable', detail: 'Not a valid address' }
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      return { ok: false, reason: 'unreadable', detail: `${url.protocol}// addresses are not read` }
    }
    if (url.username || url.password) {
      return { ok: false, reason: 'unreadable', detail: 'Addresses with a name or password in them are not read' }
    }
    const host = hostOf(url)
    // First of all: whatever is listed, of this server itself nothing but the manual is read.
    if (isOwn(host, portOf(url))) return isHelpPath(url.pathname) ? { ok: true } : refusal(url)
    if (isListed(host, portOf(url))) return { ok: true }
    if (isLocalName(host) || (isIP(bare(host)) && !isPublicAddress(bare(host)))) return refusal(url)
    return { ok: true }
  }

  async function check(address: string): Promise<EgressVerdict> {
    const verdict = judge(address)
    if (!verdict.ok) return verdict
    const url = new URL(address)
    const host = hostOf(url)
    if (isListed(host, portOf(url)) || isOwn(host, portOf(url)) || isIP(bare(host))) return verdict
    try {
      const answers = await new Promise<LookupAddress[]>((found, fail) =>
        resolve(host, (error, addresses) => (error ? fail(error) : found(addresses))),
      )
      if (answers.length === 0) return { ok: false, reason: 'network', detail: `${host} has no address` }
      return answers.every((answer) => isPublicAddress(answer.address)) ? { ok: true } : refusal(url)
    } catch {
      return { ok: false, reason: 'network', detail: `The name ${host} could not be found` }
    }
  }

  const dialUnchecked = buildConnector({ ...(typeof limits?.connect === 'object' ? limits.connect : {}) })
  const dialChecked = buildConnector({
    ...(typeof limits?.connect === 'object' ? limits.connect : {}),
    lookup: checkedLookup(resolve),
    autoSelectFamily: true,
  })

  const connect: buildConnector.connector = (options, callback) => {
    const name = options.hostname.toLowerCase()
    const host = isIP(name) === 6 ? `[${name}]` : name
    const port = options.port || (options.protocol === 'https:' ? '443' : '80')
    // The path of a request to this server itself is checked before it is dispatched, below.
    if (isListed(host, port) || isOwn(host, port)) return dialUnchecked(options, callback)
    // A literal address is dialled without any look-up, so it is judged here.
    if (isIP(bare(host)) && !isPublicAddress(bare(host))) {
      return callback(privateAddressError(`http://${host}:${port}`), null)
    }
    return dialChecked(options, callback)
  }

  const agent = new Agent({ ...limits, connect })

  const dispatcher = agent.compose((dispatch) => (options, handler) => {
    const verdict = judge(new URL(options.path, String(options.origin)).href)
    if (!verdict.ok) throw Object.assign(new Error(verdict.detail), { code: PRIVATE_ADDRESS })
    return dispatch(options, handler)
  })

  function dial(authority: string): Promise<Socket> {
    const url = URL.parse(`http://${authority}/`)
    const verdict = judge(url?.href ?? '')
    if (!url || !verdict.ok) {
      return Promise.reject(Object.assign(new Error(verdict.ok ? '' : verdict.detail), { code: PRIVATE_ADDRESS }))
    }
    return new Promise((resolve, reject) => {
      const target = { hostname: bare(hostOf(url)), host: url.host, protocol: 'http:', port: portOf(url) }
      connect(target, (error, socket) => (socket ? resolve(socket) : reject(error)))
    })
  }

  const isOwnHelp = (address: string) => {
    const url = URL.parse(address)
    return url !== null && isOwn(hostOf(url), portOf(url)) && isHelpPath(url.pathname)
  }

  return { judge, check, isOwnHelp, dispatcher, dial, close: () => agent.destroy() }
}

/**
 * True for a unicast address of the public internet, written in its usual form. Everything else is refused: loopback,
 * private, link-local, shared (CGNAT), multicast, reserved and documentation ranges, and every form that carries
 * another address inside it (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(ip: string): boolean {
  const family = isIP(ip)
  if (family === 0) return false
  const address = ipaddr.parse(ip)
  if (address.range() !== 'unicast') return false
  // Only 2000::/3 is assigned; ::/96, fec0::/10, 64:ff9b:1::/48 and the like are not named by every range table.
  const [first = 0, second = 0] = address instanceof ipaddr.IPv6 ? address.parts : []
  return family === 4 || (first >> 13 === 1 && !(first === 0x3fff && second < 0x1000))
}

/** Resolves a name and hands on its answers, which are then dialled, only when every one of them is public. */
function checkedLookup(resolve: ResolveName): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, answers) => {
      if (error) return callback(error, '', 0)
      const refused = answers.find((answer) => !isPublicAddress(answer.address))
      if (refused) return callback(privateAddressError(`http://${hostname}`), '', 0)
      const [first] = answers
      if (!first) return callback(Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' }), '', 0)
      if (options.all) return callback(null, answers)
      return callback(null, first.address, first.family)
    })
  }
}

function privateAddressError(url: string) {
  return Object.assign(new Error(privateAddressWords(new URL(url))), { code: PRIVATE_ADDRESS })
}

/** What a person reads when a private address is refused. */
export function privateAddressWords(url: URL): string {
  return `${url.hostname} is a private address. If it is yours, add ${url.host} to the setting ALLOW_PRIVATE_HOSTS.`
}

function refusal(url: URL): EgressVerdict {
  return { ok: false, reason: 'private-address', detail: privateAddressWords(url) }
}

// An encoded slash or backslash could be decoded into another path further on.
function isHelpPath(path: string): boolean {
  if (/%2f|%5c|%2e|\\/i.test(path)) return false
  return path === HELP || path.startsWith(`${HELP}/`)
}

function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

/** Lower case, no trailing dot; an IPv6 address keeps its brackets. */
function hostOf(url: URL): string {
  return url.hostname.endsWith('.') ? url.hostname.slice(0, -1) : url.hostname
}

function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80')
}

function bare(host: string): string {
  return host.startsWith('[') ? host.slice(1, -1) : host
}

// A server that listens on this machine answers to all of the machine's own names.
function namesOfOwn(originOrHost: string): string[] {
  const url = new URL(originOrHost.includes('://') ? originOrHost : `http://${originOrHost}`)
  const host = hostOf(url)
  const names = OWN_MACHINE.includes(host) ? OWN_MACHINE : [host]
  return names.map((name) => `${name}:${portOf(url)}`)
}

const OWN_MACHINE = ['localhost', '127.0.0.1', '[::1]', '0.0.0.0', '[::]']
