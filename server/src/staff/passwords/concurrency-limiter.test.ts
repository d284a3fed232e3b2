import { expect, test } from 'vitest'
import { makeConcurrencyLimiter } from './concurrency-limiter.ts'

/** Starts a task that runs until `end` is called. */
function startTask(limit: ReturnType<typeof makeConcurrencyLimiter>) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const state = { started: false }
  const done = limit(async () => {
    state.started = true
    await promise
  })
  return { state, end: () => resolve(), done }
}

test('at most the given number of tasks run at the same time, and waiting tasks start in order', async () => {
  const limit = makeConcurrencyLimiter(2, 2)
  const [first, second, third, fourth] = [
    startTask(limit),
    startTask(limit),
    startTask(limit),
    startTask(limit),
  ]
  const started = () => [first, second, third, fourth].map(({ state }) => state.started)
  await Promise.resolve()
  expect(started()).toEqual([true, true, false, false])
  first.end()
  await first.done
  await expect.poll(started).toEqual([true, true, true, false])
  second.end()
  third.end()
  fourth.end()
  await Promise.all([second.done, third.done, fourth.done])
})

test('a task is refused with service_unavailable when the queue is full', async () => {
  const limit = makeConcurrencyLimiter(1, 1)
  const [running, waiting] = [startTask(limit), startTask(limit)]
  await expect(limit(async () => 'never')).rejects.toMatchObject({
    code: 'service_unavailable',
    details: { retryAfterSeconds: 1 },
  })
  running.end()
  waiting.end()
  await Promise.all([running.done, waiting.done])
})

test('a failed task frees its slot for the next task', async () => {
  const limit = makeConcurrencyLimiter(1, 1)
  const failing = limit(() => Promise.reject(new Error('broken')))
  const next = limit(async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})
