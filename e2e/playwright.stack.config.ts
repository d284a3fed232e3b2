import { defineConfig } from '@playwright/test'

/** The tests of the stack. These tests use no browser, and each file starts its own stack. */
const config = defineConfig({
  testDir: 'stack',
  testMatch: /\.test\.ts$/,
  outputDir: 'test-results/stack',
  // The timeouts serve only to stop tests that hang. No test depends on how fast the machine is.
  timeout: 300_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  workers: 1,
  forbidOnly: true,
  retries: 1,
  reporter: 'list',
})

export default config
