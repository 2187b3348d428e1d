import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './scripts/precompress.mjs'

const server = `http://localhost:${process.env.PORT ?? 3000}`

/** The browser's half: one static bundle in dist/web. The server puts a fresh nonce where %CSP_NONCE% stands. */
export default defineConfig({
  plugins: [react(), precompress()],
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
