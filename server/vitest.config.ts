import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['src/testing/database-server.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: 'forks',
    maxWorkers: 2,
  },
  oxc: { decorator: { legacy: true } },
})
