import { defineConfig } from '@playwright/test'
import { BROWSER_TESTS } from './support/browser-tests.ts'

/** The console checks: properties of every page, such as accessibility, layout, keyboard, loading and URL state. */
const config = defineConfig(BROWSER_TESTS, {
  testDir: 'console',
  outputDir: 'test-results/console',
  projects: [
    { name: 'checks', testMatch: /\.check\.ts$/ },
    // These tests run after all checks, because they create further merchants.
    { name: 'afterwards', testMatch: /\.afterwards\.ts$/, dependencies: ['checks'] },
  ],
})

export default config
