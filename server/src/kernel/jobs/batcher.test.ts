import { expect, test } from 'vitest'
import { Batcher } from './batcher.ts'

test('a Batcher runs the first item immediately, and batches the items submitted during the run, up to `batchMax`', async () => {
  const runs: number[][] = []
  const gates: (() => void)[] = []
  const batcher = new Batcher<number>(async (items) => {
    runs.push(items)
    await new Promise<void>((resolve) => gates.push(resolve))
  }, 2)
  const submitted = [1, 2, 3, 4].map((item) => batcher.submit(item))
  expect(runs).toEqual([[1]])
  gates[0]?.()
  await submitted[0]
  await expect.poll(() => runs).toEqual([[1], [2, 3]])
  gates[1]?.()
  await Promise.all([submitted[1], submitted[2]])
  await expect.poll(() => runs).toEqual([[1], [2, 3], [4]])
  gates[2]?.()
  await submitted[3]
})

test('after a batch fails, each of its items runs alone, and only the faulty item is rejected', async () => {
  const done: number[] = []
  const batcher = new Batcher<number>(async (items) => {
    await Promise.resolve()
    if (items.includes(13)) throw new Error('thirteen')
    done.push(...items)
  }, 100)
  const outcomes = await Promise.allSettled([1, 2, 13, 4].map((item) => batcher.submit(item)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(done.toSorted()).toEqual([1, 2, 4])
  await batcher.submit(5)
  expect(done).toContain(5)
})
