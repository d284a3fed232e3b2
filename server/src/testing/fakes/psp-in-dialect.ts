import { afterEach } from 'vitest'
import { createNetwork, type NetworkOptions } from '../../../simulator/network.ts'
import { seededRandom } from '../../../simulator/testing/test-network.ts'
import { makeApiPix } from '../../pix/api-pix.ts'
import { readCallback } from '../../pix/callback.ts'
import type { Profile } from '../../pix/profiles/profile.ts'
import type { PixProvider } from '../../pix/provider.ts'
import { logInto, makeManualClock } from './fake-pix-provider.ts'
import { request, TXID } from './pix-adapter-fixture.ts'

export const KEY = 'key@psp.example'
export const CLIENT = { id: 'service', secret: 'pa+ss%20word/=' }
export const WINDOW = {
  from: new Date('2026-01-01T00:00:00.500Z'),
  to: new Date('2026-12-31T00:00:00.500Z'),
  page: 0,
}
const opened: { close(): void }[] = []
afterEach(() => opened.splice(0).forEach((network) => network.close()))

interface Environment {
  environment?: 'production' | 'sandbox'
}

/**
 * Connects the adapter with a profile to a simulated PSP, in the process of the test. The simulated PSP uses the
 * dialect `name`: the deviations of one PSP from the standard.
 */
export function connect(
  profile: Profile,
  name: string,
  { environment = 'sandbox', ...options }: Partial<NetworkOptions> & Environment = {},
) {
  const clock = makeManualClock(new Date('2026-11-20T12:00:00Z'))
  const lines: string[] = []
  const callbacks: { url: string; body: string }[] = []
  const network = createNetwork({
    clock,
    random: seededRandom(7),
    clients: [CLIENT],
    keys: [KEY],
    deliver(url, body) {
      callbacks.push({ url, body })
      const isRead = readCallback(JSON.parse(body), logInto(lines), [profile]) !== undefined
      return Promise.resolve({ status: isRead ? 200 : 400 })
    },
    ...options,
  })
  opened.push(network)
  const base = `http://psp.test/dialects/${name}`
  const pix = makeApiPix({
    profile,
    environment,
    appKey: 'application',
    baseUrl: `${base}/api/v2`,
    tokenUrl: `${base}/oauth/token`,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    key: KEY,
    clock,
    fetch: network.fetch,
    log: logInto(lines),
  })
  return { network, clock, pix, lines, callbacks }
}

/**
 * Calls every method of the adapter, some of them repeatedly. Returns the outcome of each call by the name of the call.
 * If the first call does not issue the charge, returns only the outcome of this call. `pay` pays the charge of
 * `request` and returns the end-to-end id.
 */
export async function runAll(pix: PixProvider, pay: () => string): Promise<Record<string, unknown>> {
  const issued = await pix.issue(request)
  const repeated = await pix.issue(request)
  const found = await pix.find(TXID)
  if (issued.kind !== 'issued') return { issue: issued.kind }
  const endToEndId = pay()
  const received = await pix.listReceived(WINDOW)
  const name = { endToEndId, id: 'D1' }
  const returned = await pix.requestReturn({ ...name, amountCents: 990n, description: 'Troca' })
  const repeatedReturn = await pix.requestReturn({ ...name, amountCents: 990n, description: 'Troca' })
  const other = { ...request, txid: `${TXID}X` }
  await pix.issue(other)
  return {
    issue: issued.kind,
    repeatedIssue: repeated.kind,
    find: found.kind,
    code: found.kind === 'found' && found.cob.qrCodePayload === issued.cob.qrCodePayload,
    received: received.kind === 'page' && received.items.length,
    return: returned.kind,
    repeatedReturn: repeatedReturn.kind,
    findReturn: (await pix.findReturn(name)).kind,
    remove: (await pix.remove(other.txid)).kind,
    removePaid: (await pix.remove(TXID)).kind,
    removed: await pix.listRemoved({ ...WINDOW, by: 'receiver' }).then((page) => page.kind),
    absent: (await pix.find('0'.repeat(32))).kind,
    absentReturn: (await pix.findReturn({ endToEndId, id: 'D2' })).kind,
    callback: await pix.registerCallback('https://service.example/network/secret'),
  }
}

/** The result of `runAll` when every call succeeds. */
export const ALL_WORK = {
  issue: 'issued',
  repeatedIssue: 'issued',
  find: 'found',
  code: true,
  received: 1,
  return: 'accepted',
  repeatedReturn: 'accepted',
  findReturn: 'found',
  remove: 'removed',
  removePaid: 'not_removable',
  removed: 'page',
  absent: 'absent',
  absentReturn: 'absent',
  callback: true,
}
