// Started by dev.mjs under the product's Node: Vite on PORT, which proxies to the server on the next port.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'
import { root } from './run.mjs'
import { print } from './terminal.mjs'

/** Editors and branch switches write many files in a burst; restart once after it. */
const RESTART_DEBOUNCE_MS = 300
const WATCHED_FOLDERS = ['src/server', 'src/shared', 'manual']

const port = Number(process.env.PORT ?? 3000)
const serverPort = port + 1
const target = `http://127.0.0.1:${serverPort}`
const env = {
  ...process.env,
  PORT: String(serverPort),
  HOST: '127.0.0.1',
  APP_URL: process.env.APP_URL ?? `http://localhost:${port}`,
}

const standIns = process.argv.includes('--stand-ins')
if (standIns) {
  // Replace the paid services, so that every flow can be tried without an account.
  const { startAiService } = await import('#test/ai-service.ts')
  const ai = await startAiService()
  Object.assign(env, { OPENAI_BASE_URL: ai.url, OPENAI_API_KEY: '' })
  print(`Stand-in AI service: ${ai.url}`)
  const { startStripeService } = await import('#test/stripe-service.ts')
  const stripe = await startStripeService()
  stripe.webhookUrl = `${target}/api/stripe/webhook`
  Object.assign(env, stripe.settings)
  print(`Stand-in payment service: ${stripe.url}. Upgrade opens a page that charges nothing.`)
  const { startZohoService } = await import('#test/zoho-service.ts')
  const zoho = await startZohoService()
  Object.assign(env, zoho.settings)
  const { zoho_client_id: id, zoho_client_secret: secret, zoho_oauth_scope: scope } = zoho.stored
  print(
    `Stand-in Zoho WorkDrive: ${zoho.url}. In System Settings, store client ID ${id}, client secret ${secret} and scope ${scope}.`,
  )
}

let server = startServer()
let restartTimer
// `node --watch` also messages worker threads, which breaks the embedded database's thread.
for (const folder of WATCHED_FOLDERS) {
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (!file || /\.i?test\.ts$/.test(file)) return
    clearTimeout(restartTimer)
    restartTimer = setTimeout(() => void restart(file), RESTART_DEBOUNCE_MS)
  })
}

const vite = await createServer({
  root,
  server: {
    port,
    strictPort: true,
    proxy: Object.fromEntries(['/api', '/help', '/healthz', '/readyz'].map((path) => [path, { target }])),
  },
})
await vite.listen()
print(`Web app with hot reload: http://localhost:${port} (server: ${target})`)

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await Promise.all([stop(server, signal), vite.close()])
    process.exit(0)
  })
}

function startServer() {
  const program = join(root, 'src', 'server', 'main.ts')
  const signalRelay = join(root, 'scripts', 'signal-relay.mjs')
  const args = ['--disable-warning=ExperimentalWarning', '--import', signalRelay, program]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env })
  child.once('exit', (code) => code && print('The server exited. It restarts on the next change.'))
  return child
}

async function restart(file) {
  print(`${file} changed, restarting the server …`)
  const previous = server
  await stop(previous)
  // A second change may have restarted it while the previous server was stopping.
  if (server === previous) server = startServer()
}

async function stop(child, signal = 'SIGTERM') {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.send(signal)
  await ended
}
