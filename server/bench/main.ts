import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '../src/kernel/clock.ts'
import type { Context } from '../src/kernel/context.ts'
import { memoryOf, type Bench, type Case } from './bench.ts'
import { CASES, NOT_YET } from './cases/list.ts'
import { closeDataSets } from './data/data-set.ts'
import { checkInvariants } from './invariants.ts'
import { makeMerchants } from './merchants.ts'
import { withContext } from './service-context.ts'
import { serversIn, startStand, type Stand } from './stand.ts'
import { formatTable, type Row } from './table.ts'

const HELP = `pnpm bench [options]
  --case a,b      only these: ${CASES.map(({ name }) => name).join(', ')}
  --seconds N     how long each measurement runs (default 5)
  --charges N     size of the large data set (default 1000000)
  --json FILE     writes the table, memory and machine there too
  --data DIR      keeps databases and logs there, and takes up what is there: the large data set is loaded once
  --profile DIR   writes CPU profiles of the server's processes there
`
const MERCHANTS = 200
const NUMBERS = 1_000_000

const { values: options } = parseArgs({
  options: {
    case: { type: 'string' },
    seconds: { type: 'string', default: '5' },
    charges: { type: 'string', default: '1000000' },
    json: { type: 'string' },
    data: { type: 'string' },
    profile: { type: 'string' },
    help: { type: 'boolean' },
  },
})
const say = (line: string): void => void process.stderr.write(`${line}\n`)

function chosenCases(): Case[] {
  const wanted = options.case?.split(',')
  const unknown = wanted?.filter((name) => !CASES.some((one) => one.name === name)) ?? []
  if (unknown.length > 0) throw new Error(`bench: no case ${unknown.join(', ')}\n${HELP}`)
  return CASES.filter(({ name }) => wanted === undefined || wanted.includes(name))
}

async function main(): Promise<void> {
  if (options.help) return void process.stdout.write(HELP)
  const cases = chosenCases()
  const dataDir = options.data ? resolve(options.data) : mkdtempSync(join(tmpdir(), 'pix-bench-'))
  const stand = await startStand({ dataDir, profileDir: options.profile && resolve(options.profile) })
  try {
    const { rows, memory } = await withContext(stand.settings, (ctx) => measureAll(stand, ctx, cases))
    report(rows, memory)
  } finally {
    await closeDataSets()
    await stand.stop()
    if (!options.data) rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measureAll(stand: Stand, ctx: Context, cases: Case[]) {
  say(`bench: data in ${options.data ?? 'a folder of its own'}`)
  const ours = await makeMerchants(stand.settings, MERCHANTS)
  const floor = await makeMerchants(stand.settings, MERCHANTS)
  let number = Math.floor(systemClock.now().getTime() / 1000) * NUMBERS
  const bench: Bench = {
    stand,
    ctx,
    seconds: Number(options.seconds),
    charges: Number(options.charges),
    merchants: { ours, floor },
    nextNumber: () => (number += NUMBERS),
    say,
  }
  const rows: Row[] = []
  const memory = new Map<string, number>()
  for (const one of cases) {
    await runRoles(stand, one.roles)
    say(`bench: ${one.name}`)
    rows.push(...(await one.run(bench)))
    for (const [name, mib] of memoryOf(stand)) memory.set(name, Math.max(memory.get(name) ?? 0, mib))
    await checkInvariants(stand.owner)
  }
  return { rows, memory }
}

/** Sees to it that just these roles run. */
async function runRoles(stand: Stand, roles: Case['roles']): Promise<void> {
  const wanted = new Map(roles.map((role) => [`server ${role}`, role]))
  for (const name of serversIn(stand.programs)) if (!wanted.has(name)) await stand.stopServer(name)
  for (const [name, role] of wanted) if (!stand.programs.has(name)) await stand.startServer(role)
}

function report(rows: Row[], memory: Map<string, number>): void {
  const machine = {
    cores: cpus().length,
    processor: cpus()[0]?.model ?? '',
    memory_mib: Math.round(totalmem() / 1024 / 1024),
    node: process.version,
  }
  const peak = Object.fromEntries(Array.from(memory, ([name, mib]) => [name, Math.round(mib)]))
  const memoryLine = Object.entries(peak)
    .map(([name, mib]) => `${name} ${mib}`)
    .join(', ')
  process.stdout.write(
    `${formatTable(rows)}\n\nMemory after the cases, MiB, most: ${memoryLine}.\n` +
      `Machine: ${machine.cores} cores (${machine.processor}), ${machine.memory_mib} MiB, Node ${machine.node}.\n` +
      (NOT_YET.length > 0 ? `Not measured yet: ${NOT_YET.join(', ')}.\n` : ''),
  )
  const at = systemClock.now().toISOString()
  const json = { at, machine, memory_mib: peak, rows, not_yet: NOT_YET }
  if (options.json) writeFileSync(options.json, `${JSON.stringify(json, null, 2)}\n`)
}

await main()
process.exit(0)
