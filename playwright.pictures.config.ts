import { defineConfig } from '@playwright/test'
import everyDay from './playwright.config.ts'

/** `npm run pictures`: takes every screen in its faces into e2e/screens, to be looked at. Nothing is compared. */
export default defineConfig({
  ...everyDay,
  testDir: 'e2e/pictures',
  testMatch: '*.pictures.ts',
  workers: 1,
  timeout: 300_000,
})
