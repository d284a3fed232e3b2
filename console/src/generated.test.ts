import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const ROOT = `${import.meta.dirname}/..`
const check = (script: string) => {
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { cwd: ROOT, encoding: 'utf8' })
  return { status, stderr }
}

test('the typed documents are those of the schema the server prints', { timeout: 60_000 }, () => {
  expect(check('codegen.ts')).toEqual({ status: 0, stderr: '' })
})

test('the colours served are those of the theme', { timeout: 60_000 }, () => {
  expect(check('theme-css.ts')).toEqual({ status: 0, stderr: '' })
})
