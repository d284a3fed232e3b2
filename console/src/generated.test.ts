import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const ROOT = `${import.meta.dirname}/..`
const check = (script: string) => {
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { cwd: ROOT, encoding: 'utf8' })
  return { status, stderr }
}

test('the generated GraphQL documents match the server schema', { timeout: 60_000 }, () => {
  expect(check('codegen.ts')).toEqual({ status: 0, stderr: '' })
})

test('the generated CSS matches the theme', { timeout: 60_000 }, () => {
  expect(check('theme-css.ts')).toEqual({ status: 0, stderr: '' })
})
