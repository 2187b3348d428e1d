import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './scripts/precompress.mjs'
import { prerender } from './scripts/prerender.mjs'
import { pureSchemas } from './scripts/pure-schemas.mjs'
import { startInSteps } from './scripts/start-in-steps.mjs'

const server = `http://localhost:${process.env.PORT ?? 3000}`

/** The browser's half: one static bundle in dist/web, and its first screen as a document. The server puts a fresh nonce where %CSP_NONCE% stands. */
export default defineConfig({
  plugins: [react(), pureSchemas(), startInSteps(), prerender(), precompress()],
  publicDir: 'public',
  html: { cspNonce: '%CSP_NONCE%' },
  build: {
    outDir: 'dist/web',
    target: 'es2022',
    // The content security policy refuses fonts from data: addresses.
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': server, '/help': server, '/mcp': server } },
})
