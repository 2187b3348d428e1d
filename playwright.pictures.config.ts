import { defineConfig } from '@playwright/test'
import baseConfig from './playwright.config.ts'

/** `npm run pictures`: screenshots of every screen into pictures/, see e2e/pictures/README.md. */
export default defineConfig({
  ...baseConfig,
  testDir: 'e2e/pictures',
  testMatch: '*.pictures.ts',
  workers: 1,
  timeout: 300_000,
})
