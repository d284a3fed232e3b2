import { runCli } from './cli-program.ts'
import { processShell } from './cli-shell.ts'

process.exitCode = await runCli(processShell(), process.argv.slice(2))
