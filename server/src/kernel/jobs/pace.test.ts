import { expect, test } from 'vitest'
import { paced } from './pace.ts'

/** A clock that only `work` moves. It records the pauses, and does not wait. */
function manualClock() {
  let nowMs = Date.UTC(2026, 10, 20)
  const pauses: number[] = []
  const clock = { now: () => new Date(nowMs), sleep: async (ms: number) => void pauses.push(ms) }
  const work = async (ms: number): Promise<string> => {
    nowMs += ms
    return 'result'
  }
  return { clock, pauses, work }
}

test('`paced` waits for as long as the call took, and returns its result', async () => {
  const { clock, pauses, work } = manualClock()
  expect(await paced({ clock }, () => work(30))).toBe('result')
  expect(await paced({ clock }, () => work(0))).toBe('result')
  expect(pauses).toEqual([30])
})

test('`paced` does not wait after a failed call or an abort', async () => {
  const { clock, pauses, work } = manualClock()
  const failing = paced({ clock }, async () => {
    await work(30)
    throw new Error('example')
  })
  await expect(failing).rejects.toThrow('example')
  await paced({ clock, signal: AbortSignal.abort() }, () => work(30))
  expect(pauses).toEqual([])
})
