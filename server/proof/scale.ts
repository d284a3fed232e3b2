import { Command } from 'commander'
import { addCells } from './scale/cells.ts'
import { addCitus } from './scale/citus.ts'
import { addMove } from './scale/move.ts'
import { addProcesses } from './scale/processes.ts'

/**
 * The subcommands of `pnpm scale`. Each tests one way to run the service on more than one machine, prints its
 * figures, and exits with 1 if it failed.
 */
const program = new Command('pnpm scale')
addProcesses(program)
addCells(program)
addCitus(program)
addMove(program)
await program.parseAsync()
