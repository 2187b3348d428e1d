// Started by dev.mjs on the product's own Node: Vite at PORT, the server at the next port, one address for the browser.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'
import { root } from './run.mjs'
import { say } from './say.mjs'

/** An editor, or a switch of branches, writes many files at once: they are one change. */
const SETTLED_AFTER_MS = 300
const RESTARTS_SERVER = ['src/server', 'src/shared', 'manual']

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
  // In place of the paid services, so that every flow can be tried with no account anywhere.
  const { startAiService } = await import('#test/ai-service.ts')
  const ai = await startAiService()
  Object.assign(env, { OPENAI_BASE_URL: ai.url, OPENAI_API_KEY: '' })
  say(`A stand-in for the AI service answers at ${ai.url}.`)
  const { startStripeService } = await import('#test/stripe-service.ts')
  const stripe = await startStripeService()
  stripe.webhookUrl = `${target}/api/stripe/webhook`
  Object.assign(env, stripe.settings)
  say(`A stand-in for the payment service answers at ${stripe.url}: Upgrade leads to a page where nothing is paid.`)
  const { startZohoService } = await import('#test/zoho-service.ts')
  const zoho = await startZohoService()
  Object.assign(env, zoho.settings)
  const { zoho_client_id: id, zoho_client_secret: secret, zoho_oauth_scope: scope } = zoho.stored
  say(`A stand-in for Zoho WorkDrive answers at ${zoho.url}: store the client ID ${id}, the secret ${secret} and the scope ${scope}.`)
}

let server = startServer()
let settled
// Not `node --watch`: it speaks to worker threads too, and the embedded database lives in one.
for (const folder of RESTARTS_SERVER) {
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (!file || /\.i?test\.ts$/.test(file)) return
    clearTimeout(settled)
    settled = setTimeout(() => void restart(file), SETTLED_AFTER_MS)
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
say(`The screens reload at http://localhost:${port}; the server behind them is ${target}.`)

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await Promise.all([stop(server, signal), vite.close()])
    process.exit(0)
  })
}

function startServer() {
  const program = join(root, 'src', 'server', 'main.ts')
  const launched = join(root, 'scripts', 'launched.mjs')
  const args = ['--disable-warning=ExperimentalWarning', '--import', launched, program]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env })
  child.once('exit', (code) => code && say('The server ended; it starts again with the next change.'))
  return child
}

async function restart(file) {
  say(`${file} changed: starting the server again …`)
  const former = server
  await stop(former)
  // Another change may have come while the former server was closing.
  if (server === former) server = startServer()
}

async function stop(child, signal = 'SIGTERM') {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.send(signal)
  await ended
}
