import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    setupFiles: ['src/testing/suites/seeded-properties.ts'],
    globalSetup: ['src/testing/database-server.ts'],
    // Bounds for what hangs, not for what is slow: nothing here is judged by its time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // Each file makes what it needs and ends it; loading the service anew for each would take a third of the time.
    isolate: false,
    maxWorkers: 2,
  },
  // One graphql: its ES module build beside the other would be a second, which the libraries refuse.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  oxc: { decorator: { legacy: true } },
})
