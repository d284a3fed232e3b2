import { afterAll, beforeAll, expect, test } from 'vitest'
import { captureLog } from '../../testing/captured-log.ts'
import { eventually } from '../../testing/eventually.ts'
import { TestClock } from '../../testing/test-clock.ts'
import { World } from '../../testing/world.ts'
import { JobStates } from './job-states.ts'
import { runLoop } from './run-loop.ts'
import { Wake } from './wake.ts'

const captured = captureLog('error')

let world: World
beforeAll(async () => {
  world = await World.start({ log: captured.log })
})
afterAll(() => world.stop())

test('JobStates counts runs by outcome, and keeps the last success, the last duration and the current run', () => {
  const clock = new TestClock()
  clock.stop()
  const ended: unknown[] = []
  const states = new JobStates(clock, (job, run) => ended.push({ job, ...run }))
  const start = clock.now()
  const stateOf = (job: string) => states.list().find((state) => state.job === job)
  states.started('sweep')
  expect(stateOf('sweep')).toEqual({
    job: 'sweep',
    runs: { ok: 0, failed: 0, stopped: 0, overrun: 0 },
    runningSince: start,
  })
  states.ended('sweep', { outcome: 'ok', durationMs: 7, found: 3 })
  clock.advance(1_000)
  states.started('sweep')
  states.ended('sweep', { outcome: 'failed', durationMs: 9, found: 0 })
  states.started('expiry')
  expect(states.list()).toEqual([
    {
      job: 'sweep',
      runs: { ok: 1, failed: 1, stopped: 0, overrun: 0 },
      lastSuccessAt: start,
      lastDurationMs: 9,
    },
    { job: 'expiry', runs: { ok: 0, failed: 0, stopped: 0, overrun: 0 }, runningSince: clock.now() },
  ])
  expect(ended).toEqual([
    { job: 'sweep', outcome: 'ok', durationMs: 7, found: 3 },
    { job: 'sweep', outcome: 'failed', durationMs: 9, found: 0 },
  ])
})

test('runLoop records each run, logs a failed run and continues', async () => {
  const stop = new AbortController()
  const outcomes = [() => 1, () => Promise.reject(new Error('example')), () => 2]
  const due = new Wake()
  const loop = {
    name: 'example',
    intervalMs: 1,
    batch: 10,
    run: async () => (await outcomes.shift()?.()) ?? 0,
  }
  const running = runLoop(world.kit, { loop, due }, stop.signal)
  const [state] = await eventually(() => {
    const states = world.kit.jobStates.list()
    expect(states[0]?.runs.ok).toBeGreaterThan(1)
    return states
  })
  stop.abort()
  await running
  expect(state).toMatchObject({ job: 'example', runs: { failed: 1, stopped: 0, overrun: 0 } })
  expect(captured.lines).toMatchObject([{ job: 'example', msg: 'job failed', err: { message: 'example' } }])
})
