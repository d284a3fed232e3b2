import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findOrInstallChromium } from './support/chromium.ts'

const config = defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  globalSetup: './support/global-setup.ts',
  // Bounds for what hangs, not for what is slow: nothing here is judged by its time.
  timeout: 180_000,
  expect: { timeout: 30_000, toPass: { timeout: 30_000 } },
  // Each with a stack of its own.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // What passes only then is named where the run ends.
  retries: 1,
  reporter: 'list',
  use: {
    // What moves is drawn by the processor here, a tenth of all the time.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    screenshot: 'only-on-failure',
    // Recording takes a third of the time: only for who looks for something.
    trace: process.env['E2E_TRACE'] === '1' ? 'retain-on-failure' : 'off',
    launchOptions: { executablePath: findOrInstallChromium(), args: CHROMIUM_FLAGS },
  },
  projects: [
    { name: 'journeys', testMatch: /\.journey\.ts$/ },
    // Looks at the servers after all the work that the journeys gave them, and takes a second merchant in: from then
    // on the console asks which one is meant.
    { name: 'afterwards', testMatch: /\.afterwards\.ts$/, dependencies: ['journeys'] },
  ],
})

export default config
