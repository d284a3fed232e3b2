import { afterEach, beforeAll, expect, test } from 'vitest'
import type { ConsoleClient, GraphqlAnswer } from '../testing/clients/console-client.ts'
import type { RestClient } from '../testing/clients/rest-client.ts'
import { aPaidCharge, createCharge } from '../testing/fixtures/charges.ts'
import { addAccount, cellOf, merchantIn, resumeCell, stopCell } from '../testing/cell-merchants.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'
import { readPages } from '../testing/console-reads.ts'
import { captureLog } from '../testing/captured-log.ts'
import { setCellState } from '../cells/set-cell-state.ts'
import { Merchant } from '../merchants/merchant.entity.ts'
import { drainInbox } from '../payments/drain-inbox.ts'

const { log, lines } = captureLog('error')
const { world, testConsole } = await startConsole({
  cells: ['a'],
  hasSandbox: true,
  log,
  terms: { feePercentBps: 0 },
})

let admin: ConsoleClient
let ofA: { merchantId: string; rest: RestClient }
/** The ids of charges in the order of their creation, alternately of the cells `main` and `a`. */
const charges: string[] = []

beforeAll(async () => {
  admin = await testConsole.signedIn('admin')
  ofA = await merchantIn(world, 'a', 'Açougue Central')
  const network = await addAccount(world, { cell: 'a', merchantId: ofA.merchantId, id: 'psp-a' })
  for (let index = 0; index < 4; index += 1) {
    for (const rest of [world.rest, ofA.rest]) {
      const { body } = await createCharge(rest, { amount_cents: 10_000 + index })
      charges.push(body.id)
      world.clock.advance(1_000)
    }
  }
  await aPaidCharge(world, { amount_cents: 500 })
  const settleInbox = async (): Promise<void> => {
    await network.idle()
    await drainInbox(cellOf(world, 'a').kit.context('test'), 100)
  }
  await aPaidCharge({ rest: ofA.rest, network, settleInbox }, { amount_cents: 700 })
})

afterEach(() => resumeCell(world, 'a'))

const CHARGES = `query ($f: ChargeFilter, $n: Int, $after: String) {
  charges(filter: $f, first: $n, after: $after) {
    nodes { id merchant { id name } timeline { kind } } totalCount pageInfo { hasNextPage endCursor } } }`

interface Charges {
  charges: {
    nodes: { id: string; merchant: { id: string; name: string } }[]
    totalCount: number
    pageInfo: { hasNextPage: boolean; endCursor: string | null }
  }
}

const chargesOf = ({ data, errors }: GraphqlAnswer<Charges>): Charges['charges'] => {
  if (!data || errors.length > 0) throw new Error(JSON.stringify(errors))
  return data.charges
}

const listPending = (n: number) =>
  admin.send<Charges>(CHARGES, { f: { status: ['pending'] }, n, after: null })

/** Reads all pages of the list of charges. */
async function readCharges(first: number, filter: object = { status: ['pending'] }) {
  const pages: string[][] = []
  let after: string | null = null
  do {
    const answer: GraphqlAnswer<Charges> = await admin.send(CHARGES, { f: filter, n: first, after })
    const { nodes, pageInfo } = chargesOf(answer)
    pages.push(nodes.map(({ id }) => id))
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null
  } while (after !== null)
  return pages
}

test('a list of all merchants merges the pages of all cells in order, without a gap or a repetition', async () => {
  const newestFirst = charges.toReversed()
  const pages = await readCharges(3)
  expect(pages.map((page) => page.length)).toEqual([3, 3, 2])
  expect(pages.flat()).toEqual(newestFirst)
  expect((await readCharges(100)).flat()).toEqual(newestFirst)
})

test('each charge in a list has the merchant of its own cell, and the total counts all cells', async () => {
  const { data } = await listPending(2)
  const names = data?.charges.nodes.map(({ merchant }) => merchant.name)
  expect(names).toEqual(['Açougue Central', 'Padaria São João'])
  expect(data?.charges.totalCount).toBe(charges.length)
})

test("a merchant's pages, and a record that is read by its id, come from the cell of the merchant", async () => {
  const [charge] = await readCharges(1, { merchantId: ofA.merchantId, status: ['pending'] })
  expect(charge).toEqual([charges.at(-1)])
  const { data, errors } = await admin.send<object>(
    `query ($m: Uuid!, $c: Uuid!) { merchant(id: $m) { name } balance(merchantId: $m) { pendingCents }
      charge(id: $c) { id merchant { id } } home(merchantId: $m) { support { chargesToday { created } } } }`,
    { m: ofA.merchantId, c: charges.at(-1) },
  )
  expect(errors).toEqual([])
  expect(data).toMatchObject({
    merchant: { name: 'Açougue Central' },
    balance: { pendingCents: '700' },
    charge: { id: charges.at(-1), merchant: { id: ofA.merchantId } },
    home: { support: { chargesToday: { created: 5 } } },
  })
})

test('the home page, the search and the balances add up all cells', async () => {
  const { data, errors } = await admin.send<object>(
    `{ home { support { chargesToday { created paid paidCents } } finance { positions { pendingCents } lastPayouts { id } suspendedMerchants { merchant { name } } }
        attentionCounts { kind count } attention { kind merchant { name } } }
      search(text: "100,01") { kind merchant { name } }
      merchants { name }
      merchantBalances { nodes { merchant { id name } positions { pendingCents } } totals { pendingCents } totalCount } }`,
  )
  expect(errors).toEqual([])
  expect(data).toMatchObject({
    home: {
      support: { chargesToday: { created: 10, paid: 2, paidCents: '1200' } },
      finance: { positions: { pendingCents: '1200' } },
    },
    merchants: [{ name: 'Açougue Central' }, { name: 'Padaria São João' }],
    merchantBalances: {
      nodes: [
        { merchant: { id: ofA.merchantId, name: 'Açougue Central' }, positions: { pendingCents: '700' } },
        { merchant: { name: 'Padaria São João' }, positions: { pendingCents: '500' } },
      ],
      totals: { pendingCents: '1200' },
      totalCount: 2,
    },
  })
  expect(data).toHaveProperty('search.length', 2)
})

test('while a cell is stopped, a list has the rows of the other cells and names the missing cell', async () => {
  await stopCell(world, 'a')
  const answer = await listPending(100)
  const ofMain = charges.filter((_, index) => index % 2 === 0).toReversed()
  expect(chargesOf(answer).nodes.map(({ id }) => id)).toEqual(ofMain)
  expect(answer.missingCells).toEqual(['a'])
  const BALANCE = 'query ($m: Uuid!) { balance(merchantId: $m) { pendingCents } }'
  const ofMerchant = await admin.send(BALANCE, { m: ofA.merchantId })
  expect(ofMerchant).toMatchObject({ code: 'service_unavailable', missingCells: ['a'] })

  await resumeCell(world, 'a')
  const whole = await listPending(100)
  expect([chargesOf(whole).nodes.length, whole.missingCells]).toEqual([charges.length, []])
})

test('a cell that does not answer is asked only once for one request', async () => {
  await stopCell(world, 'a')
  const before = lines.length
  const query = '{ home { finance { lastPayouts { id } ledgerVerdict { sound } } } }'
  expect(await admin.send(query)).toMatchObject({ errors: [], missingCells: ['a'] })
  expect(lines.slice(before).map(({ msg }) => msg)).toEqual(['a cell did not answer'])
})

test('a mutation in the cell of a merchant names the staff member, who is stored only in the cell `main`', async () => {
  const { data, errors } = await admin.send<object>(
    `mutation ($m: Uuid!) { suspendPayouts(merchantId: $m, reason: "Revisão do contrato") { id payoutHold { heldBy } } }`,
    { m: ofA.merchantId },
  )
  expect(errors).toEqual([])
  expect(data).toMatchObject({ suspendPayouts: { payoutHold: { heldBy: 'Pessoa admin' } } })
})

const textOfPages = async (merchantId: string) =>
  JSON.stringify(await readPages(admin, { merchantId, account: null, searches: ['Açougue', 'Padaria'] }))

test('every page of the console shows merchants of all cells, and while a cell is stopped, merchants of the other cells', async () => {
  for (const merchantId of [world.merchantId, ofA.merchantId]) {
    const text = await textOfPages(merchantId)
    expect([text.includes('Açougue'), text.includes('Padaria')]).toEqual([true, true])
  }
  await stopCell(world, 'a')
  const text = await textOfPages(world.merchantId)
  expect([text.includes('Açougue'), text.includes('Padaria')]).toEqual([false, true])
})

const exportCharges = (filter: object) =>
  admin.export({ list: 'charges', format: 'csv', columns: [{ id: 'id' }], filter, zone: 'UTC' })

test('an export has the rows of all cells in the order of the list, and is refused while a cell is stopped', async () => {
  const pending = { status: ['pending'] }
  const all = await (await exportCharges(pending)).text()
  expect(all.trim().split('\r\n').slice(1)).toEqual(charges.toReversed())
  const ofMerchant = await (await exportCharges({ ...pending, merchantId: ofA.merchantId })).text()
  expect(ofMerchant.trim().split('\r\n')).toHaveLength(1 + charges.length / 2)

  await stopCell(world, 'a')
  expect((await exportCharges(pending)).status).toBe(503)
})

const CREATE = `mutation ($key: String!, $name: String!) {
  createMerchant(idempotencyKey: $key, merchant: { name: $name, document: "12345678000195" }) {
    id name suspensionCodes pixAccountIds } }`

test('a new merchant is created in the only open cell, once for each idempotency key', async () => {
  const known = ['main', 'a']
  await setCellState(world.context(), { id: 'main', state: 'closed', known })
  await setCellState(world.context(), { id: 'a', state: 'open', known })
  const variables = { key: 'chave-da-loja-nova', name: 'Loja nova' }
  const first = await admin.send<{ createMerchant: { id: string } }>(CREATE, variables)
  expect(first.errors).toEqual([])
  const id = first.data?.createMerchant.id ?? ''
  expect(await cellOf(world, 'a').kit.context('test').em.findOne(Merchant, { id })).not.toBe(null)
  const again = await admin.send<object>(CREATE, variables)
  expect(again.data).toEqual(first.data)
  const { data } = await admin.send<object>('query ($m: Uuid!) { merchant(id: $m) { name } }', { m: id })
  expect(data).toEqual({ merchant: { name: 'Loja nova' } })
})

test('the id of a receiving account names its cell, and actions on the account use this cell', async () => {
  const { data } = await admin.send<{ pixAccounts: { id: string }[] }>('{ pixAccounts { id state } }')
  expect(data?.pixAccounts.map(({ id }) => id)).toEqual(['default', 'a/default', 'a/psp-a'])
  const assign = (accountIds: string[]) =>
    admin.send<object>(
      'mutation ($m: Uuid!, $a: [String!]!) { assignPixAccounts(merchantId: $m, accountIds: $a) }',
      { m: ofA.merchantId, a: accountIds },
    )
  expect((await assign(['a/psp-a'])).data).toEqual({ assignPixAccounts: ['a/psp-a'] })
  expect((await assign(['default'])).errors[0]?.extensions.reason).toBe('pix_account_not_found')
  const drained = await admin.send<object>(
    'mutation { setPixAccountState(accountId: "a/psp-a", state: draining) { id state } }',
  )
  expect(drained.data).toEqual({ setPixAccountState: { id: 'a/psp-a', state: 'draining' } })
})
