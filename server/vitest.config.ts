import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    setupFiles: ['src/testing/suites/seeded-properties.ts'],
    globalSetup: ['src/testing/database-server.ts'],
    // Only for tests that hang. Slow machines must not fail tests.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // Test files clean up after themselves. With isolation, reloading the service would take a third of the run time.
    isolate: false,
    maxWorkers: 2,
  },
  // Loads graphql only once. Its CommonJS and ES module builds together count as two, which the libraries refuse.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  oxc: { decorator: { legacy: true } },
})
