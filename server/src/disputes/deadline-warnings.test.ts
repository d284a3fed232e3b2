import { afterEach, beforeEach, expect, test } from 'vitest'
import { plusMs } from '../kernel/clock.ts'
import type { Dispute } from './dispute.entity.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { aDispute, decide, eventsOf } from '../testing/fixtures/disputes.ts'
import { World } from '../testing/world.ts'
import { dueWarning } from './deadline-warnings.ts'
import { notifyDeadlines } from './dispute-jobs.ts'

const HOUR_MS = 3_600_000
const MARGIN_MS = 60_000

let world: World
beforeEach(async () => {
  world = await World.start()
})
afterEach(() => world.stop())

/** Sets the clock to `hours` before the deadline, plus `marginMs`. */
function goTo({ answerUntil }: Dispute, hours: number, marginMs: number): void {
  world.clock.advance(plusMs(answerUntil, marginMs - hours * HOUR_MS).getTime() - world.clock.now().getTime())
}
const warnings = async () => {
  const events = await eventsOf(world, 'dispute.deadline')
  return events.map(({ data }) => data['hours_before'])
}
const notify = () => notifyDeadlines(world.context('job:deadlines'), 10)

test('an open dispute emits a warning 72, 24 and 4 hours before its deadline, and none after it', async () => {
  const dispute = await aDispute(world, await aPaidCharge(world))
  const emitted: number[] = []
  for (const hours of [72, 24, 4]) {
    goTo(dispute, hours, -MARGIN_MS)
    expect(await notify()).toBe(0)
    goTo(dispute, hours, MARGIN_MS)
    expect(await notify()).toBe(1)
    expect(await notify()).toBe(0)
    emitted.push(hours)
    expect(await warnings()).toEqual(emitted)
  }
  goTo(dispute, 0, MARGIN_MS)
  expect(await notify()).toBe(0)
  expect((await eventsOf(world, 'dispute.deadline')).at(-1)?.data).toMatchObject({
    case_id: dispute.caseId,
    status: 'open',
    answer_until: dispute.answerUntil.toISOString(),
    hours_before: 4,
  })
})

test('if the job did not run for days, the merchant gets only the latest warning', async () => {
  const dispute = await aDispute(world, await aPaidCharge(world))
  goTo(dispute, 24, MARGIN_MS)
  expect(await notify()).toBe(1)
  expect(await warnings()).toEqual([24])
  goTo(dispute, 4, MARGIN_MS)
  expect(await notify()).toBe(1)
  expect(await warnings()).toEqual([24, 4])
})

test('a dispute emits no warning after its deadline, and none after its decision', async () => {
  const missed = await aDispute(world, await aPaidCharge(world))
  const decided = await aDispute(world, await aPaidCharge(world))
  goTo(decided, 24, MARGIN_MS)
  await decide(world, decided.caseId, { kind: 'rejected' })
  goTo(missed, 0, MARGIN_MS)
  expect(await notify()).toBe(0)
  expect(await warnings()).toEqual([])
})

const ANSWER_UNTIL = new Date('2026-11-30T12:00:00.000Z')
const before = (hours: number, ms = 0) => plusMs(ANSWER_UNTIL, ms - hours * HOUR_MS)

test.each<[string, Date, Date | null, number | undefined]>([
  ['just before the first warning', before(72, -1), null, undefined],
  ['at the time of the first warning', before(72), null, 72],
  ['after the first warning', before(30), before(72), undefined],
  ['at the time of the second warning', before(24), before(25), 24],
  ['after the second warning', before(5), before(24), undefined],
  ['at the time of the last warning', before(4), before(24), 4],
  ['after the last warning', before(1), before(4), undefined],
  ['opened three hours before the deadline', before(3), null, 4],
  ['at the deadline', ANSWER_UNTIL, null, undefined],
])(
  'dueWarning returns the hours of the warning that is due for an open dispute, if any: %s',
  (_, now, deadlineToldAt, hours) => {
    expect(dueWarning({ status: 'open', answerUntil: ANSWER_UNTIL, deadlineToldAt }, now)).toBe(hours)
    expect(
      dueWarning({ status: 'returning', answerUntil: ANSWER_UNTIL, deadlineToldAt }, now),
    ).toBeUndefined()
  },
)
