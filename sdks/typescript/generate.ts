import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'

/**
 * Generates the folder `src/generated` from the last published OpenAPI document. With `--check`, changes no file, and
 * exits with status 1 if the files in this folder differ from newly generated files.
 */
const root = import.meta.dirname
const generated = join(root, 'src', 'generated')

const generate = (folder: string) =>
  createClient({
    input: join(root, '..', '..', 'server', 'docs', 'api', 'published.json'),
    output: { path: folder, module: { extension: '.ts' } },
    plugins: [{ name: '@hey-api/client-fetch', bundle: true }, '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent', file: false },
  })

/** Returns the content of every file below a folder, by the path of the file within the folder. */
function contentOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name))
  return Object.fromEntries(
    paths.toSorted().map((path) => [path.slice(folder.length), readFileSync(path, 'utf8')]),
  )
}

if (process.argv.includes('--check')) {
  const folder = mkdtempSync(join(tmpdir(), 'pix-sdk-'))
  await generate(folder)
  const isCurrent = JSON.stringify(contentOf(folder)) === JSON.stringify(contentOf(generated))
  rmSync(folder, { recursive: true })
  if (!isCurrent) {
    process.stderr.write('The generated SDK differs from the published document: run "npx pnpm sdk".\n')
    process.exitCode = 1
  }
} else {
  await generate(generated)
}
