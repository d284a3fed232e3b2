import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findOrInstallChromium } from './chromium.ts'

/** The settings of the tests that use a browser. */
export const BROWSER_TESTS = defineConfig({
  globalSetup: join(import.meta.dirname, 'global-setup.ts'),
  // The timeouts serve only to stop tests that hang. No test depends on how fast the machine is.
  timeout: 180_000,
  expect: { timeout: 30_000, toPass: { timeout: 30_000 } },
  // Each worker uses its own stack: server, database and Pix simulator. Tests spend a third of their time waiting for
  // polls and for jobs of the service. So three workers keep two cores busy.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // The summary of `npm test` lists the tests that passed only on retry.
  retries: 1,
  reporter: 'list',
  use: {
    // Resets and reuses one context for the tests of a worker. A renderer process that has already compiled the console
    // needs only half of the CPU time to load the console again.
    reuseContext: true,
    // Disables the console's animations. Rendering the animations without a GPU takes a tenth of the time of a test
    // run.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    screenshot: 'only-on-failure',
    // Records traces only with E2E_TRACE=1, because tracing takes a third of the time of a test run.
    trace: process.env['E2E_TRACE'] === '1' ? 'retain-on-failure' : 'off',
    launchOptions: { executablePath: findOrInstallChromium(), args: CHROMIUM_FLAGS },
  },
})
