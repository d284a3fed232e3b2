import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { NODE_MAJOR_MIN, nodeFault } from './node-version.ts'

const SERVER = join(import.meta.dirname, '..', '..', '..')

test.each(['0.12.18', '20.20.2', '22.19.0', `${NODE_MAJOR_MIN - 1}.99.0`])(
  'Node.js %s is refused',
  (version) => {
    expect(nodeFault(version)).toBe(
      `Node.js ${version} is too old: run this program with Node.js 24 or newer, ` +
        'for example the one in node_modules/.bin/node.',
    )
  },
)

test.each(['24.0.0', '24.21.0', '26.1.0'])('Node.js %s is accepted', (version) => {
  expect(nodeFault(version)).toBeUndefined()
})

test('`engines` in package.json names the oldest accepted version', () => {
  const { engines } = z
    .object({ engines: z.object({ node: z.string() }) })
    .parse(JSON.parse(readFileSync(join(SERVER, 'package.json'), 'utf8')))
  expect(engines.node).toBe(`>=${NODE_MAJOR_MIN}`)
})

/** Simulates an old Node.js, in which any import before the version check fails. */
const OLD_NODE = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })
  registerHooks({
    resolve(specifier, context, next) {
      if (/^[a-z@]/.test(specifier) && !specifier.startsWith('node:') && context.parentURL?.includes('/server/'))
        throw new Error('imported ' + specifier + ' before the check')
      return next(specifier, context)
    },
  })
`)}`

test.each(['src/main.ts', 'src/cli.ts', 'simulator/main.ts'])(
  '%s refuses an old Node.js with a one-line message before it imports a package',
  (entry) => {
    const run = spawnSync(process.execPath, ['--import', OLD_NODE, join(SERVER, entry)], { encoding: 'utf8' })
    expect(run).toMatchObject({ status: 1, stdout: '', stderr: `${nodeFault('20.20.2')}\n` })
  },
)
