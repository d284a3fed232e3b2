import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plusMs } from '../../kernel/clock.ts'
import { WebhookFixture, type WebhookMerchant } from '../../testing/fixtures/webhook-fixture.ts'
import { deliverDue } from '../../testing/deliver-due.ts'
import { listEndpointMoments, type HistoryStep } from './endpoint-history.ts'
import { listWindows } from './endpoint-windows.ts'
import { classifyStatus } from '../sending/send-error.ts'
import type { SendResult } from '../sending/sender.ts'

const HOUR_MS = 3_600_000

let fixture: WebhookFixture
beforeAll(async () => {
  fixture = await WebhookFixture.start()
})
afterAll(() => fixture.stop())

const answered = (statusCode: number, total: number): SendResult => ({
  statusCode,
  errorClass: classifyStatus(statusCode),
  errorDetail: null,
  remoteIp: null,
  timings: { total },
  responseHeaders: {},
  responseBody: Buffer.alloc(0),
  responseTruncated: false,
})

/** Delivers one event to the merchant's receiver, which responds with `status` after `ms` milliseconds. */
async function attempt(
  merchant: WebhookMerchant,
  ms: number,
  { status = 200, hoursAgo = 0 } = {},
): Promise<void> {
  const at = fixture.contextAt(plusMs(fixture.world.clock.now(), -hoursAgo * HOUR_MS))
  const sender = { ...fixture.sender, post: () => Promise.resolve(answered(status, ms)) }
  await fixture.recordEventsAt(at, merchant.merchantId)
  expect(await deliverDue({ ...at, sender }, 64)).toBe(1)
}

test('a window sums the hourly counts of its hours, with the durations of the successful attempts', async () => {
  const merchant = await fixture.createMerchant()
  await attempt(merchant, 25, { hoursAgo: 200 })
  await attempt(merchant, 25, { hoursAgo: 165 })
  for (let n = 0; n < 5; n++) await attempt(merchant, 25)
  for (let n = 0; n < 5; n++) await attempt(merchant, 150)
  await attempt(merchant, 4_999, { status: 500 })
  await attempt(merchant, 4_999, { status: 500 })
  const common = { endpointId: merchant.endpointId, failed: 2, p50Ms: 25, p95Ms: 200 }
  expect(await listWindows(fixture.context(), [merchant.endpointId])).toEqual([
    { ...common, hours: 2, succeeded: 10 },
    { ...common, hours: 24, succeeded: 10 },
    { ...common, hours: 168, succeeded: 11 },
  ])
})

const ZONE = 'America/Sao_Paulo'
const NONE = { succeeded: 0, failed: 0, p50Ms: null, p95Ms: null }
const now = () => fixture.world.clock.now()
const hoursAgo = (hours: number) => plusMs(now(), -hours * HOUR_MS)
const hourOf = (at: Date) => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)
const refused = (path: string, code: string) => ({ details: { fields: [{ path, code }] } })

interface HistoryOptions {
  step?: HistoryStep
  zone?: string
  to?: Date
}

const history = (
  merchant: WebhookMerchant,
  from: Date,
  { step = 'hour', zone = ZONE, to = now() }: HistoryOptions = {},
) =>
  listEndpointMoments(fixture.context(), merchant.merchantId, merchant.endpointId, { from, to, zone, step })

describe('the history of an endpoint', () => {
  test('the history has one entry per hour, including hours without attempts, but none for future hours', async () => {
    const merchant = await fixture.createMerchant()
    await attempt(merchant, 25, { hoursAgo: 3 })
    await attempt(merchant, 25, { hoursAgo: 2 })
    await attempt(merchant, 150, { hoursAgo: 2 })
    await attempt(merchant, 60)
    await attempt(merchant, 4_999, { hoursAgo: 2, status: 500 })
    const start = hourOf(hoursAgo(2))
    const step = (n: number) => ({ from: plusMs(start, n * HOUR_MS), to: plusMs(start, (n + 1) * HOUR_MS) })
    expect(await history(merchant, hoursAgo(2), { to: plusMs(now(), 5 * HOUR_MS) })).toEqual([
      { ...step(0), succeeded: 2, failed: 1, p50Ms: 25, p95Ms: 200 },
      { ...step(1), ...NONE },
      { ...step(2), succeeded: 1, failed: 0, p50Ms: 100, p95Ms: 100 },
    ])
  })

  test.each([
    ['UTC', 0],
    [ZONE, 3],
  ])(
    'the history has one entry per day in %s, within the retention of 90 days',
    async (zone, offsetHours) => {
      const merchant = await fixture.createMerchant()
      await attempt(merchant, 25, { hoursAgo: 48 })
      const days = await history(merchant, hoursAgo(24 * 100), { step: 'day', zone })
      expect(days).toHaveLength(91)
      expect(days.filter(({ succeeded }) => succeeded > 0)).toMatchObject([{ succeeded: 1, p50Ms: 25 }])
      for (const { from, to } of days)
        expect([from.getUTCHours(), to.getTime() - from.getTime()]).toEqual([offsetHours, 24 * HOUR_MS])
    },
  )

  test("a history of another merchant's endpoint, of a wrong period or in an unknown zone is refused", async () => {
    const [merchant, other] = [await fixture.createMerchant(), await fixture.createMerchant()]
    await expect(history({ ...merchant, merchantId: other.merchantId }, hoursAgo(1))).rejects.toMatchObject({
      details: { reason: 'webhook_endpoint_not_found' },
    })
    await expect(history({ ...merchant, endpointId: 'none' }, hoursAgo(1))).rejects.toMatchObject({
      code: 'not_found',
    })
    const tooLong = refused('to', 'out_of_range')
    await expect(history(merchant, hoursAgo(24 * 8 + 1))).rejects.toMatchObject(tooLong)
    await expect(history(merchant, hoursAgo(24 * 367), { step: 'day' })).rejects.toMatchObject(tooLong)
    await expect(history(merchant, plusMs(now(), 1))).rejects.toMatchObject(tooLong)
    await expect(history(merchant, hoursAgo(1), { zone: '-03:00' })).rejects.toMatchObject(
      refused('zone', 'not_allowed'),
    )
  })
})
