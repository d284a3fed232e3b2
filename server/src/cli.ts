import { requireNode } from './kernel/settings/node-version.ts'

requireNode()
const { runCli } = await import('./cli/program.ts')
const { operatorOfProcess } = await import('./cli/context/shell.ts')

const shell = {
  env: process.env,
  input: process.stdin,
  out: (text: string) => void process.stdout.write(text),
  err: (text: string) => void process.stderr.write(text),
  operator: operatorOfProcess(process.env),
  failed: false,
}
process.exitCode = await runCli(shell, process.argv.slice(2))
