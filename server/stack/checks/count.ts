import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Part } from './parts.ts'

export interface Counts {
  passed: number
  failed: number
}

const Vitest = z.object({ numPassedTests: z.number(), numFailedTests: z.number() })
const Playwright = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
})

/**
 * How many tests of a part passed and failed. A part that ended with an error without a failed test to show for it
 * (its set-up broke, say) counts as one failed test; so does a skipped or flaky one, for nothing may hide there.
 */
export function count(part: Part, isOk: boolean): Counts {
  const counts = part.report ? read(part.report) : { passed: isOk ? 1 : 0, failed: 0 }
  return !isOk && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

function read({ kind, file }: NonNullable<Part['report']>): Counts {
  const report = parse(file)
  if (kind === 'vitest') {
    const { data } = Vitest.safeParse(report)
    return { passed: data?.numPassedTests ?? 0, failed: data?.numFailedTests ?? 0 }
  }
  const { data } = Playwright.safeParse(report)
  if (!data) return { passed: 0, failed: 0 }
  const { expected, unexpected, flaky, skipped } = data.stats
  return { passed: expected, failed: unexpected + flaky + skipped }
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
