import { expect, test } from 'vitest'
import { makeConcurrencyLimiter } from './concurrency-limiter.ts'

/** A piece of work that ends when told to. */
function piece(gate: ReturnType<typeof makeConcurrencyLimiter>) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const state = { begun: false }
  const done = gate(async () => {
    state.begun = true
    await promise
  })
  return { state, end: () => resolve(), done }
}

test('no more than so many run at once, and those that wait take their turn', async () => {
  const gate = makeConcurrencyLimiter(2, 2)
  const [first, second, third, fourth] = [piece(gate), piece(gate), piece(gate), piece(gate)]
  const begun = () => [first, second, third, fourth].map(({ state }) => state.begun)
  await Promise.resolve()
  expect(begun()).toEqual([true, true, false, false])
  first.end()
  await first.done
  await expect.poll(begun).toEqual([true, true, true, false])
  second.end()
  third.end()
  fourth.end()
  await Promise.all([second.done, third.done, fourth.done])
})

test('who would wait in a full queue is told to come back', async () => {
  const gate = makeConcurrencyLimiter(1, 1)
  const [running, waiting] = [piece(gate), piece(gate)]
  await expect(gate(async () => 'never')).rejects.toMatchObject({
    code: 'service_unavailable',
    details: { retryAfterSeconds: 1 },
  })
  running.end()
  waiting.end()
  await Promise.all([running.done, waiting.done])
})

test('work that fails leaves its place to the next', async () => {
  const gate = makeConcurrencyLimiter(1, 1)
  const failing = gate(() => Promise.reject(new Error('broken')))
  const next = gate(async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})
