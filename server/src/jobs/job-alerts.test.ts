import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { jobLoops } from '../jobs.ts'
import { World } from '../testing/world.ts'

const OPS = join(import.meta.dirname, '../../../ops')

let world: World
beforeAll(async () => {
  world = await World.start({ settings: { LEDGER_ANCHOR_DIR: '/nowhere' } })
})
afterAll(() => world.stop())

/** The names and intervals of all jobs. Deliveries and the reaping of expired leases have their own loops. */
const jobs = (): { name: string; intervalMs: number }[] => [
  ...jobLoops(world.kit),
  { name: 'deliveries', intervalMs: 500 },
  { name: 'reap', intervalMs: 500 },
]

const Rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string().optional(), expr: z.string() })) })),
})

/**
 * Returns the conditions of the alert JobStale: which jobs a condition selects, and after how many seconds it fires.
 */
function staleConditions(): { selects: (job: string) => boolean; seconds: number }[] {
  const { groups } = Rules.parse(parse(readFileSync(join(OPS, 'prometheus/alerts.yml'), 'utf8')))
  const rule = groups.flatMap(({ rules }) => rules).find(({ alert }) => alert === 'JobStale')
  const conditions = (rule?.expr ?? '').matchAll(/\{job(=~|!~)"([^"]+)"\}\) > (\d+)/g)
  return Array.from(conditions, ([, operator, pattern = '', seconds]) => {
    const isMatch = (job: string): boolean => new RegExp(`^(?:${pattern})$`).test(job)
    return { selects: (job) => isMatch(job) === (operator === '=~'), seconds: Number(seconds) }
  })
}

test('exactly one condition of the alert JobStale selects each job, and fires after at least three job intervals', () => {
  expect(staleConditions()).toHaveLength(3)
  for (const { name, intervalMs } of jobs()) {
    const watching = staleConditions().filter(({ selects }) => selects(name))
    expect({ name, count: watching.length }).toEqual({ name, count: 1 })
    expect({ name, isLate: (watching[0]?.seconds ?? 0) * 1_000 >= 3 * intervalMs }).toEqual({
      name,
      isLate: true,
    })
  }
})

test('the runbook page of JobStale names exactly the existing jobs', () => {
  const page = readFileSync(join(OPS, 'runbook/JobStale.md'), 'utf8')
  const cells = Array.from(page.matchAll(/^\| (`[^|]+) \|/gm), ([, cell = '']) => cell)
  const named = cells.flatMap((cell) => Array.from(cell.matchAll(/`([a-z-]+)`/g), ([, name = '']) => name))
  expect(named.toSorted()).toEqual(
    jobs()
      .map(({ name }) => name)
      .toSorted(),
  )
})
