import { defineConfig } from '@playwright/test'
import { BROWSER_TESTS } from './support/browser-tests.ts'

/** The console checks: properties of every page, such as accessibility, layout, keyboard, loading and URL state. */
const config = defineConfig(BROWSER_TESTS, {
  testDir: 'console',
  testMatch: /\.check\.ts$/,
  outputDir: 'test-results/console',
})

export default config
