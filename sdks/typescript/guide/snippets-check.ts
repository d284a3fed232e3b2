import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GUIDE_LANGUAGES } from './languages.ts'
import { EXPECTED, isOnMachine, runSnippet } from './snippets.ts'

const HELP = `npx pnpm snippets-check

Runs the snippets of the webhook guide with the test vector of the guide: Node, Python, Go, Java, PHP and C#. Exits with
1 when a snippet fails, or when this machine cannot run one of the languages. "npm test" runs the snippets of the
languages that are on the machine.

Needs python3, go, javac and java, php, and mcs and mono. Debian has them in the packages python3, golang-go,
default-jdk-headless, php-cli, mono-mcs and mono-runtime.
`

function main(): number {
  if (process.argv.includes('--help')) {
    process.stdout.write(HELP)
    return 0
  }
  const folder = mkdtempSync(join(tmpdir(), 'pix-snippets-'))
  try {
    const results = GUIDE_LANGUAGES.map((language) => {
      const isHere = isOnMachine(language)
      const printed = isHere ? runSnippet(language, join(folder, language.block)) : ''
      const isOk = printed === EXPECTED
      const verdict = isHere ? (isOk ? 'ok     ' : 'FAILED ') : 'MISSING'
      process.stdout.write(`${verdict} ${language.name}${isHere && !isOk ? `\n${printed}` : ''}\n`)
      return isOk
    })
    return results.every(Boolean) ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

process.exitCode = main()
