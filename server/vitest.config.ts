import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    setupFiles: ['src/testing/suites/seeded-properties.ts'],
    globalSetup: ['src/testing/database-server.ts'],
    // The timeout only ends tests that hang. The timeout is so long that tests do not fail on slow machines.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // With a larger young generation, V8 collects garbage less often. This saves a twentieth of the processor time.
    execArgv: ['--max-semi-space-size=64'],
    // Test files share a process, which is possible because they clean up after themselves. With isolation, loading the
    // service again for each file would take a third of the run time.
    isolate: false,
    // Tests wait for the database, for timers and for processes. With three workers, two cores have work all the time.
    maxWorkers: 3,
  },
  // The alias loads graphql only once. The CommonJS build and the ES module build of graphql would count as two
  // libraries, which other libraries refuse.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  oxc: { decorator: { legacy: true } },
})
