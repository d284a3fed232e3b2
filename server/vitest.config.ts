import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['src/testing/database-server.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
  },
  // One graphql: its ES module build beside the other would be a second, which the libraries refuse.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  oxc: { decorator: { legacy: true } },
})
