import { afterAll, beforeAll, expect, test } from 'vitest'
import { captureLog } from '../../testing/captured-log.ts'
import { eventually } from '../../testing/eventually.ts'
import { TestClock } from '../../testing/test-clock.ts'
import { World } from '../../testing/world.ts'
import type { Context } from '../context.ts'
import { sql } from '../database/sql.ts'
import { JobStates, type JobState } from './job-states.ts'
import type { Loop } from './loop.ts'
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
    maxRuntimeMs: 60_000,
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

/** Runs a loop until `until` no longer throws, then stops it. Returns the state of its job. */
async function runUntil(loop: Loop, until: (state: JobState) => Promise<void> | void): Promise<JobState> {
  const stop = new AbortController()
  const running = runLoop(world.kit, { loop, due: new Wake() }, stop.signal)
  const stateOf = () => world.kit.jobStates.list().find(({ job }) => job === loop.name)
  await eventually(async () => {
    const state = stateOf()
    if (!state) throw new Error('the job has not started')
    await until(state)
  })
  stop.abort()
  await running
  const state = stateOf()
  if (!state) throw new Error('the job has not started')
  return state
}

const ended = (signal: AbortSignal | undefined) =>
  new Promise<number>((resolve) => signal?.addEventListener('abort', () => resolve(1)))

test('a run that takes too long is aborted and logged, and the loop continues', async () => {
  captured.lines.length = 0
  const loop: Loop = {
    name: 'long',
    intervalMs: 1,
    maxRuntimeMs: 20,
    batch: 10,
    run: ({ signal }) => ended(signal),
  }
  const { runs } = await runUntil(loop, (state) => expect(state.runs.overrun).toBeGreaterThan(1))
  expect(runs).toMatchObject({ ok: 0, failed: 0 })
  expect(captured.errors()[0]).toMatchObject({ job: 'long', max_runtime_ms: 20, alarm: 'job_overrun' })
})

async function failWhenAborted({ signal }: Context): Promise<number> {
  await ended(signal)
  throw new Error('the run ended early')
}

test('a stop aborts the run, and an error after the abort does not count as a failure', async () => {
  captured.lines.length = 0
  const loop: Loop = {
    name: 'stopping',
    intervalMs: 1,
    maxRuntimeMs: 60_000,
    batch: 10,
    run: failWhenAborted,
  }
  const { runs } = await runUntil(loop, (state) => expect(state.runningSince).toBeDefined())
  expect(runs).toEqual({ ok: 0, failed: 0, stopped: 1, overrun: 0 })
  expect(captured.errors()).toEqual([])
})

test('only one process runs a loop with `once`, but with `atStart` each process runs it at its start', async () => {
  const started: string[] = []
  const loop = (name: string, once: { atStart?: boolean }): Loop => ({
    name,
    intervalMs: 60_000,
    maxRuntimeMs: 60_000,
    batch: Infinity,
    once,
    run: () => Promise.resolve(started.push(name)),
  })
  const stop = new AbortController()
  const running = [loop('once', {}), loop('at-start', { atStart: true })].flatMap((one) =>
    [1, 2].map(() => runLoop(world.kit, { loop: one, due: new Wake() }, stop.signal)),
  )
  await eventually(async () => {
    const scheduled = await sql(world.context(), `select name from job_schedule where next_run_at > now()`)
    expect(scheduled).toEqual([{ name: 'once' }])
    expect(started.filter((name) => name === 'at-start')).toHaveLength(2)
  })
  stop.abort()
  await Promise.all(running)
  expect(started.filter((name) => name === 'once')).toHaveLength(1)
})
