import { expect, test } from 'vitest'
import { cloneDatabase } from '../testing/test-database.ts'
import { simulate } from './simulate.ts'

const STEPS = 150

test.each([11, 23, 37, 41, 59])(
  'a world drawn from seed %i, with crashes and a failing network, keeps every centavo in its place',
  { timeout: 120_000 },
  async (seed) => {
    const database = await cloneDatabase()
    const report = await simulate(database.url, seed, STEPS)
    await database.drop()
    expect(
      report.faults,
      `${report.brokenAt ?? 'at rest'}: npx pnpm simulate --seed ${seed} --steps ${STEPS}`,
    ).toEqual([])
    expect(report.crashes).toBeGreaterThan(0)
    expect(report.payments).toBeGreaterThan(0)
  },
)
