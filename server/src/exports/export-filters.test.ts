import { beforeAll, expect, test } from 'vitest'
import { LISTS } from './lists.ts'
import { captureLog } from '../testing/captured-log.ts'
import type { ConsoleClient, GraphqlError } from '../testing/clients/console-client.ts'
import { hostileTexts } from '../testing/suites/hostile-arguments.ts'
import { inParallel } from '../testing/in-parallel.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'
import { CONSOLE_LISTS } from '../testing/suites/console-lists.ts'

const AT_ONCE = 4
/** The status that this test reports for an incomplete file. */
const INCOMPLETE = 599
const captured = captureLog('warn')
const { world, testConsole } = await startConsole({ log: captured.log })
let admin: ConsoleClient
beforeAll(async () => {
  admin = await testConsole.signedIn('admin')
})

/** The members that the filters of all lists can have. */
const MEMBERS = `merchantId endpointId staffId payoutId date orderReference q status state kind entry
    createdFrom createdTo paidFrom paidTo from to amountFromCents amountToCents position
    latePayment duplicates hasException withOff retrying eventType errorClass actor action targetIds
    text search asOf order clock apiKeyId correlationId route code`.split(/\s+/)
const known = new Set(MEMBERS)

interface Answered {
  status: number
  /** The path of the first invalid field; undefined if the request is valid. */
  path: string | undefined
}

/** Returns a filter with only the members that a list requires. */
function leastFilter(list: string): object {
  const { merchantId } = world
  if (list === 'staff-sessions') return { staffId: merchantId }
  if (list === 'payout-lines') return { merchantId, payoutId: merchantId }
  return list === 'reconciliation' ? { date: '2020-01-01' } : { merchantId }
}

async function ask(list: string, member: string, value: unknown): Promise<Answered> {
  const least = leastFilter(list)
  const filter = { ...least, [member]: value }
  const answer = await admin.export({ list, format: 'csv', zone: 'UTC', filter })
  const text = await answer.text().catch(() => undefined)
  if (text === undefined || answer.ok)
    return { status: text === undefined ? INCOMPLETE : 200, path: undefined }
  const { errors }: { errors: GraphqlError[] } = JSON.parse(text)
  return { status: answer.status, path: errors[0]?.extensions.fields?.[0]?.path }
}

/**
 * Returns the filter members that each list accepts. A member is unknown to a list if the path of the fault is
 * `filter`.
 */
async function takenMembers(): Promise<{ list: string; member: string }[]> {
  const all = [...LISTS.keys()].flatMap((list) => MEMBERS.map((member) => ({ list, member })))
  const answers = await inParallel(all, AT_ONCE, ({ list, member }) => ask(list, member, {}))
  return all.filter((_one, index) => answers[index]?.path?.startsWith('filter.'))
}

test('MEMBERS contains every filter member that the console uses', () => {
  const there = { merchantId: '', endpointId: '', adminId: '', midpoint: '', payoutId: '' }
  const used = CONSOLE_LISTS.flatMap(({ filters }) => filters(there).flatMap((filter) => Object.keys(filter)))
  expect(used.filter((member) => !known.has(member))).toEqual([])
})

test('no value in any filter of any list causes an internal error or an error in the log', async () => {
  const taken = await takenMembers()
  expect(taken.length).toBeGreaterThan(LISTS.size)
  const asked = taken.flatMap((place) => hostileTexts.map((value) => ({ ...place, value })))
  const answers = await inParallel(asked, AT_ONCE, ({ list, member, value }) => ask(list, member, value))
  const faults = answers.flatMap(({ status }, index) => {
    const { list = '', member = '' } = asked[index] ?? {}
    return status < 500 && status !== 401 && status !== 403 ? [] : [`${list} ${member} ${status}`]
  })
  expect(faults).toEqual([])
  expect(captured.errors()).toEqual([])
})
