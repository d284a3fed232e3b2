import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GUIDE_LANGUAGES } from './languages.ts'
import { EXPECTED, isOnMachine, runSnippet } from './snippets.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pix-snippets-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// This test leaves out Go. The first build of a Go program compiles the standard library of Go, which takes longer than
// all other tests of this package.
const languages = GUIDE_LANGUAGES.filter((language) => language.name !== 'Go' && isOnMachine(language))

test.each(languages)('the $name snippet of the webhook guide accepts only valid signatures', (language) => {
  expect(runSnippet(language, join(folder, language.block))).toBe(EXPECTED)
})
