import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './scripts/precompress.mjs'
import { prerender } from './scripts/prerender.mjs'
import { annotatePureSchemas } from './scripts/annotate-pure-schemas.mjs'
import { buildWidget } from './scripts/build-widget.mjs'
import { compileMessages } from './scripts/compile-messages.mjs'
import { preloadScreens } from './scripts/preload-screens.mjs'
import { splitVendorChunks } from './scripts/split-vendor-chunks.mjs'

const server = `http://localhost:${process.env.PORT ?? 3000}`

/**
 * Builds the web app into dist/web and prerenders its start screen. The server replaces %CSP_NONCE% in every response.
 */
export default defineConfig({
  plugins: [
    react(),
    annotatePureSchemas(),
    compileMessages(),
    splitVendorChunks(),
    preloadScreens(),
    prerender(),
    buildWidget(),
    precompress(),
  ],
  publicDir: 'public',
  html: { cspNonce: '%CSP_NONCE%' },
  build: {
    outDir: 'dist/web',
    target: 'es2022',
    // The content security policy blocks data: URLs for fonts.
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': server, '/help': server, '/mcp': server } },
})
