/**
 * A PostgreSQL cluster as operators run one: two servers under Patroni with synchronous replication, etcd, HAProxy that
 * leads to the primary, and PgBouncer in transaction mode before it. Debian only: the programs are installed with apt.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './running-server.ts'
import { runStatement } from './run-statement.ts'
import { waitFor } from './wait-for.ts'

const PACKAGES = ['postgresql', 'patroni', 'etcd-server', 'haproxy', 'pgbouncer']
const READY_WITHIN_MS = 60_000
/** Server connections of the pooler, for all processes together. */
const POOL_SIZE = 12

export type PatroniCluster = {
  /** The address of PgBouncer, for DATABASE_URL. */
  poolerUrl: string
  /** The address of whichever server is the primary, for DATABASE_DIRECT_URL. */
  directUrl: string
  /** Kills Patroni and PostgreSQL of the primary, as if its machine lost power. */
  killPrimary(): Promise<void>
  stop(): Promise<void>
}

type Node = { name: string; port: number; restPort: number; folder: string; patroni: ChildProcess }

export async function startPatroniCluster(): Promise<PatroniCluster> {
  const user = runAsUser()
  const binaries = installPrograms()
  const directory = mkdtempSync(join(tmpdir(), 'readback-patroni-'))
  chmodSync(directory, 0o777)
  const children: ChildProcess[] = []
  const run = (program: string, args: string[]) => {
    const child = spawn(program, args, { ...user, cwd: directory, stdio: 'ignore', detached: true })
    children.push(child)
    return child
  }
  const write = (name: string, text: string) => {
    writeFileSync(join(directory, name), text)
    return join(directory, name)
  }

  const etcd = await freePort()
  const etcdUrl = `http://127.0.0.1:${etcd}`
  const peerUrl = `http://127.0.0.1:${await freePort()}`
  run('etcd', [
    ...['--data-dir', join(directory, 'etcd'), '--name', 'etcd', '--initial-cluster', `etcd=${peerUrl}`],
    ...['--listen-client-urls', etcdUrl, '--advertise-client-urls', etcdUrl],
    ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl, '--unsafe-no-fsync'],
  ])
  await waitFor('etcd', async () => (await fetch(`${etcdUrl}/health`)).ok, READY_WITHIN_MS)

  const nodes: Node[] = []
  for (const name of ['first', 'second']) {
    const [port, restPort] = [await freePort(), await freePort()]
    const folder = join(directory, name)
    const file = write(`${name}.json`, patroniSettings({ name, port, restPort, folder, etcd, binaries }))
    nodes.push({ name, port, restPort, folder, patroni: run('patroni', [file]) })
    await waitFor(name, () => isInRole(restPort, name === 'first' ? 'primary' : 'sync'), READY_WITHIN_MS)
  }

  const [proxy, pooler] = [await freePort(), await freePort()]
  run('haproxy', ['-db', '-f', write('haproxy.cfg', proxySettings(proxy, nodes))])
  run('pgbouncer', ['-q', write('pgbouncer.ini', poolerSettings(pooler, proxy))])
  const address = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`
  await waitFor('the pooler', () => runStatement(address(pooler), 'select 1').then(() => true), READY_WITHIN_MS)

  return {
    poolerUrl: address(pooler),
    directUrl: address(proxy),
    async killPrimary() {
      const roles = await Promise.all(nodes.map(({ restPort }) => isInRole(restPort, 'primary')))
      const primary = nodes[roles.indexOf(true)]
      if (!primary?.patroni.pid) throw new Error('No node is the primary')
      process.kill(primary.patroni.pid, 'SIGKILL')
      execFileSync('pkill', ['-KILL', '-f', `postgres -D ${primary.folder}`])
    },
    async stop() {
      for (const child of children.toReversed()) child.kill('SIGKILL')
      for (const { folder } of nodes)
        try {
          execFileSync('pkill', ['-KILL', '-f', `postgres -D ${folder}`])
        } catch {
          // It does not run any more.
        }
      rmSync(directory, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

async function isInRole(restPort: number, role: 'primary' | 'sync'): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${restPort}/${role}`).catch(() => null))?.ok ?? false
}

function installPrograms(): string {
  const isMissing = PACKAGES.some((name) => !existsSync(`/var/lib/dpkg/info/${name}.list`))
  if (isMissing) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    execFileSync('apt-get', ['update'], { env, stdio: 'ignore' })
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...PACKAGES], { env, stdio: 'ignore' })
  }
  const [version] = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
  return `/usr/lib/postgresql/${version}/bin`
}

function runAsUser() {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

type NodeSettings = Omit<Node, 'patroni'> & { etcd: number; binaries: string }

/** JSON is YAML. A commit waits for both servers, so a failover loses nothing that was confirmed. */
function patroniSettings({ name, port, restPort, folder, etcd, binaries }: NodeSettings): string {
  const local = (value: number) => `127.0.0.1:${value}`
  return JSON.stringify({
    scope: 'readback',
    name,
    restapi: { listen: local(restPort), connect_address: local(restPort) },
    etcd3: { hosts: [local(etcd)] },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: { parameters: { max_connections: 100 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }],
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
    postgresql: {
      listen: local(port),
      connect_address: local(port),
      data_dir: folder,
      bin_dir: binaries,
      pgpass: `${folder}.pgpass`,
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'postgres' } },
      parameters: { unix_socket_directories: '' },
    },
  })
}

function proxySettings(port: number, nodes: Node[]): string {
  return `
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`).join('\n')}
`
}

function poolerSettings(port: number, server: number): string {
  return `
[databases]
* = host=127.0.0.1 port=${server} user=postgres connect_query='SET statement_timeout = 30000; SET idle_in_transaction_session_timeout = 5000'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
max_client_conn = 500
server_login_retry = 1
`
}
