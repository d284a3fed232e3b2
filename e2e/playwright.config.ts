import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, needChromium } from './support/chromium.ts'

const config = defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  globalSetup: './support/global-setup.ts',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Two cores: the stack needs one of them.
  workers: 1,
  forbidOnly: true,
  retries: 0,
  reporter: 'list',
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: { executablePath: needChromium(), args: CHROMIUM_FLAGS },
  },
  projects: [
    { name: 'journeys', testMatch: /\.journey\.ts$/ },
    // Looks at the server after all the work that the journeys gave it.
    { name: 'afterwards', testMatch: /\.afterwards\.ts$/, dependencies: ['journeys'] },
  ],
})

export default config
