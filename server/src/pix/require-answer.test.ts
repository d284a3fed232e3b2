import { onlyAccount } from './pix-accounts.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inboxLoops } from '../inbox/inbox-jobs.ts'
import { sweepReturned } from '../inbox/sweep-returned.ts'
import { JobStates } from '../kernel/jobs/job-states.ts'
import { runOnce } from '../kernel/jobs/run-once.ts'
import type { ServiceContext } from '../kit.ts'
import { requestReturns } from '../returns/request-returns.ts'
import { returnHeldPayments } from '../returns/return-held-payments.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { captureLog } from '../testing/captured-log.ts'
import { World } from '../testing/world.ts'
import { measurePix } from './measure-pix.ts'
import type { PixProvider } from './provider.ts'
import { requireAnswer } from './require-answer.ts'

let world: World
beforeAll(async () => {
  world = await World.start({ log: captureLog().log })
})
afterEach(() => world.network.liftFaults())
afterAll(() => world.stop())

const NO_ANSWER = 'the Pix network answered none of 1 calls'

test('a run of a sweep fails when the PSP does not answer, and the next run succeeds when the PSP answers', async () => {
  const jobStates = new JobStates(world.clock)
  const tools = { clock: world.clock, log: world.kit.log, jobStates }
  const never = new AbortController().signal
  const sweep = () =>
    runOnce(tools, { name: 'sweep-returned', maxRuntimeMs: 60_000, signal: never }, () =>
      requireAnswer(world.context(), sweepReturned),
    )
  world.network.setFault({ on: 'pix', mode: 'http_503' })
  await expect(sweep()).rejects.toThrow(NO_ANSWER)
  expect(jobStates.list()).toMatchObject([{ runs: { ok: 0, failed: 1 } }])
  world.network.liftFaults()
  expect(await sweep()).toBe(0)
  expect(jobStates.list()).toMatchObject([{ runs: { ok: 1, failed: 1 } }])
})

test('a run of requestReturns fails while the PSP does not answer, and a run without due returns succeeds', async () => {
  const charge = await aPaidCharge(world)
  world.network.pay({ txid: charge.pix?.txid ?? '' })
  await world.settleInbox()
  await returnHeldPayments(world.context(), 10)
  world.network.setFault({ on: 'devolucao', mode: 'http_503' })
  const run = () => requireAnswer(world.context(), (ctx) => requestReturns(ctx, 10))
  await expect(run()).rejects.toThrow(NO_ANSWER)
  expect(await run()).toBe(0)
  world.network.liftFaults()
  world.clock.advance(60_000)
  expect(await run()).toBe(1)
})

const contextWith = (pix: Partial<PixProvider>): ServiceContext => ({
  ...world.context(),
  pix: onlyAccount({ ...world.pix, ...pix }),
})

const find = (counted: ServiceContext) => counted.pix.of('a').find('x')

test('a run succeeds if the PSP answered at least one of its calls, or if the run was aborted', async () => {
  const answers = [{ kind: 'unavailable' as const }, { kind: 'absent' as const }]
  const ctx = contextWith({ find: () => Promise.resolve(answers.shift() ?? { kind: 'unavailable' }) })
  await requireAnswer(ctx, async (counted) => [await find(counted), await find(counted)])
  await requireAnswer({ ...ctx, signal: AbortSignal.abort() }, find)
  await expect(requireAnswer(ctx, find)).rejects.toThrow(NO_ANSWER)
})

test('inside `requireAnswer`, the Pix provider forwards the abort signal of a call to the provider of the PSP', async () => {
  const { signal } = new AbortController()
  const signals: (AbortSignal | undefined)[] = []
  const absent = (given: AbortSignal | undefined) => {
    signals.push(given)
    return Promise.resolve({ kind: 'absent' as const })
  }
  const ctx = contextWith({
    find: (_, given) => absent(given),
    findReturn: (_, given) => absent(given),
  })
  const measured = {
    ...ctx,
    pix: onlyAccount(measurePix(ctx.pix.of('a'), { metrics: ctx.metrics, account: 'a' })),
  }
  await requireAnswer(measured, async ({ pix }) => {
    await pix.of('a').find('x', signal)
    await pix.of('a').findReturn({ endToEndId: 'E', id: 'x' }, signal)
  })
  expect(signals).toEqual([signal, signal])
})

test('after a failed run, a sweep waits longer than one second before it runs again', () => {
  const waits = inboxLoops(20_000, () => undefined).map(({ name, retryMs }) => [name, retryMs])
  expect(waits).toEqual([
    ['sweep', 20_000],
    ['sweep-returned', 60_000],
  ])
})
