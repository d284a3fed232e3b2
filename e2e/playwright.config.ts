import { defineConfig } from '@playwright/test'
import { BROWSER_TESTS } from './support/browser-tests.ts'

/** The journeys: how staff use charges, money, access and secrets, from the browser to the database. */
const config = defineConfig(BROWSER_TESTS, {
  testDir: 'tests',
  outputDir: 'test-results',
  projects: [
    { name: 'journeys', testMatch: /\.journey\.ts$/ },
    // These tests run after all journeys, because they measure the servers' memory and create further merchants. With
    // several merchants, the console asks the person to choose a merchant, which the journeys do not do.
    { name: 'afterwards', testMatch: /\.afterwards\.ts$/, dependencies: ['journeys'] },
  ],
})

export default config
