import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { Inbox } from './inbox.ts'
import { ManualClock } from './testing/test-network.ts'
import { checkSignature } from './signature.ts'

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'
const PATH = '/hooks/demo'

function open() {
  const clock = new ManualClock()
  const inbox = new Inbox(clock)
  const nowS = () => Math.floor(clock.now().getTime() / 1000)
  /** Delivers a signed event as the service does. */
  const deliver = (
    event: { id?: string; type?: string; path?: string; secret?: string; ageS?: number } = {},
  ) => {
    const body = Buffer.from(`{"id":"${event.id ?? 'evt_1'}"}`)
    const t = nowS() - (event.ageS ?? 0)
    return inbox.receive({
      path: event.path ?? PATH,
      body,
      rawHeaders: Object.entries({
        'Content-Type': 'application/json',
        'X-Svc-Event-Id': event.id ?? 'evt_1',
        'X-Svc-Event-Type': event.type ?? 'charge.paid',
        'X-Svc-Signature': `t=${t},v1=${hmac(event.secret ?? SECRET, t, body)}`,
      }).flat(),
    })
  }
  const verdicts = () => inbox.list({ limit: 10 }).items.map(({ signature }) => signature)
  return { clock, inbox, deliver, verdicts }
}

const hmac = (secret: string, t: number, body: Buffer): string =>
  createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')

test('the documented example of a signature is valid for five minutes, and altered signatures are invalid', () => {
  const body = Buffer.from(
    '{"id":"evt_01JD0000000000000000000000","type":"charge.paid","version":"v1",' +
      '"created_at":"2026-11-20T12:00:00.000Z","environment":"production","data":{"amount_cents":"1990"}}',
  )
  const good = 'v1=188b6ea4411947f27c5c2e4497c7f77040df686b61c021216d10f3057673332e'
  const receivedMs = 1_795_435_200_000
  const verdict = (signature: string | undefined, secrets = [SECRET], atMs = receivedMs) =>
    checkSignature({ signature, body, receivedMs: atMs }, secrets)
  expect(verdict(`t=1795435200,${good}`)).toBe('valid')
  expect(verdict(`t=1795435200,v1=${'0'.repeat(64)},${good}`)).toBe('valid')
  expect(verdict(`t=1795435200,v2=xyz,${good}`, ['whsec_old', SECRET])).toBe('valid')
  expect(verdict(`t=1795435201,${good}`)).toBe('invalid')
  expect(verdict(`t=1795435200,${good.toUpperCase()}`)).toBe('invalid')
  expect(verdict(`t=1795435200,${good}`, ['whsec_other'])).toBe('invalid')
  expect(verdict(`t=1795435200,${good}`, [])).toBe('unknown_secret')
  const broken = [undefined, '', 't=1795435200', good, `t=x,${good}`, 't=1795435200,v1=']
  expect(broken.filter((signature) => verdict(signature) !== 'invalid')).toEqual([])
  expect(verdict(`t=1795435200,${good}`, [SECRET], receivedMs + 300_000)).toBe('valid')
  expect(verdict(`t=1795435200,${good}`, [SECRET], receivedMs + 300_001)).toBe('stale')
  expect(verdict(`t=1795435200,${good}`, [SECRET], receivedMs - 300_001)).toBe('stale')
})

test('a secret that is added for one path verifies earlier and later deliveries only to that path', () => {
  const { inbox, deliver, verdicts } = open()
  deliver()
  deliver({ path: '/hooks/other' })
  deliver({ ageS: 400 })
  expect(verdicts()).toEqual(['unknown_secret', 'unknown_secret', 'unknown_secret'])
  expect(inbox.addSecret({ path: PATH, secret: SECRET })).toBe(true)
  expect(inbox.addSecret({ path: PATH, secret: SECRET })).toBe(false)
  expect(verdicts()).toEqual(['stale', 'unknown_secret', 'valid'])
  inbox.addSecret({ secret: 'whsec_any' })
  expect(verdicts()).toEqual(['stale', 'invalid', 'valid'])
})

test('the inbox lists deliveries newest first with body and headers, and can filter them', async () => {
  const { clock, inbox, deliver } = open()
  deliver({ id: 'evt_1' })
  await clock.advance(1_000)
  deliver({ id: 'evt_2', type: 'charge.expired' })
  await clock.advance(1_000)
  deliver({ id: 'evt_1', path: '/hooks/other' })
  const ids = (filter: Partial<Parameters<Inbox['list']>[0]>) =>
    inbox.list({ limit: 10, ...filter }).items.map(({ id }) => id)
  expect(ids({})).toEqual([3, 2, 1])
  expect(ids({ limit: 2 })).toEqual([3, 2])
  expect(ids({ eventId: 'evt_1' })).toEqual([3, 1])
  expect(ids({ eventType: 'charge.expired' })).toEqual([2])
  expect(ids({ path: '/hooks/other' })).toEqual([3])
  expect(ids({ sinceMs: Date.parse('2026-11-20T12:00:01.000Z') })).toEqual([3, 2])
  expect(inbox.list({ limit: 1, eventType: 'charge.expired' }).items).toMatchObject([
    {
      id: 2,
      received_at: '2026-11-20T12:00:01.000Z',
      path: PATH,
      event_id: 'evt_2',
      event_type: 'charge.expired',
      status_code: 200,
      body: '{"id":"evt_2"}',
      headers: { 'content-type': 'application/json' },
      raw_headers: expect.arrayContaining(['X-Svc-Event-Id', 'evt_2']),
    },
  ])
})

test('the inbox keeps the last 1,000 deliveries until they are cleared', () => {
  const { inbox, deliver } = open()
  for (let n = 0; n < 1001; n += 1) deliver()
  const { items, total } = inbox.list({ limit: 2000 })
  expect([items.length, items[0]?.id, items.at(-1)?.id, total]).toEqual([1000, 1001, 2, 1001])
  expect(inbox.clear()).toBe(1000)
  expect(inbox.list({ limit: 10 }).items).toEqual([])
})

test('a behaviour of the inbox applies to its path for `count` deliveries or until it is reset', () => {
  const { inbox, deliver } = open()
  inbox.setBehaviour({ path: PATH, status: 500, delayMs: 10, count: 2 })
  inbox.setBehaviour({ path: '*', status: 410, delayMs: 0 })
  const statuses = [deliver(), deliver(), deliver(), deliver({ path: '/hooks/other' })].map(
    ({ status }) => status,
  )
  expect(statuses).toEqual([500, 500, 410, 410])
  inbox.setBehaviour({ path: '*', status: 204, delayMs: 0 })
  expect(deliver()).toMatchObject({ status: 204, delayMs: 0 })
  inbox.resetBehaviours()
  expect(deliver()).toEqual({ status: 200, delayMs: 0 })
  expect(inbox.list({ limit: 3 }).items.map((item) => item.status_code)).toEqual([200, 204, 410])
})
