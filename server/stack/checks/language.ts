import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPaths } from '../paths.ts'
import { languageFaults, proseOfCode, proseOfMarkdown } from './language-rules.ts'

/** Exits with 1 when a comment, a test name or a Markdown file breaks the language rules, and prints the sentences. */
const { root } = findPaths('.data')
/**
 * Files that are not checked: the Portuguese guides for merchants, and the check's own rules, which contain the
 * rejected words.
 */
const EXEMPT = /^server\/(docs\/guides\/pt\/|stack\/checks\/language-rules)|(^|\/)(dist|generated)\//

const files = globSync(
  '{README.md,ops/**/*.md,sdks/**/*.{ts,md,py},server/**/*.{ts,md},console/**/*.{ts,tsx},e2e/**/*.ts}',
  {
    cwd: root,
    exclude: (path) => path.endsWith('node_modules'),
  },
).filter((file) => !EXEMPT.test(file))

const faults = files.flatMap((file) => {
  const source = readFileSync(join(root, file), 'utf8')
  const prose = file.endsWith('.md') ? proseOfMarkdown(source) : proseOfCode(source)
  return prose.flatMap(languageFaults).map(({ line, fault }) => `${file}:${line} ${fault}`)
})
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n${faults.length} sentences break the language rules.\n`)
  process.exitCode = 1
}
