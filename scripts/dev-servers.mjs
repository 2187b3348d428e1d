// Started by dev.mjs on the product's own Node: Vite at PORT, the server at the next port, one address for the browser.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { root } from './run.mjs'
import { say } from './say.mjs'

const port = Number(process.env.PORT ?? 3000)
const serverPort = port + 1
const target = `http://127.0.0.1:${serverPort}`

const server = spawn(
  process.execPath,
  [
    '--disable-warning=ExperimentalWarning',
    '--watch-preserve-output',
    ...['src/server', 'src/shared', 'manual'].map((folder) => `--watch-path=${join(root, folder)}`),
    join(root, 'src', 'server', 'main.ts'),
    ...process.argv.slice(2),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(serverPort),
      HOST: '127.0.0.1',
      APP_URL: process.env.APP_URL ?? `http://localhost:${port}`,
    },
  },
)

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

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void close(0))
server.once('close', (code) => void close(code ?? 1))

async function close(code) {
  server.kill('SIGTERM')
  await vite.close()
  process.exit(code)
}
