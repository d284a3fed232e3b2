import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { z } from 'zod'
import {
  readDemo,
  readSettings,
  startStack,
  type EndedStack,
  type Stack,
  type StackPart,
} from '../support/stack.ts'

const Charge = z.object({
  id: z.uuid(),
  status: z.string(),
  payments_count: z.number(),
  pix: z.object({ txid: z.string() }),
})
const Paid = z.object({ end_to_end_id: z.string(), valor: z.string(), horario: z.string() })
const Statement = z.object({
  items: z.array(z.object({ event_type: z.string(), source_id: z.string(), amount_cents: z.string() })),
})
const Balance = z.object({ total_cents: z.string() })

// The tests share one data folder, because creating a database takes long. Each of the first two tests starts the stack
// again on this folder.
test.describe.configure({ mode: 'serial' })

let stack: Stack

test.beforeAll(async () => {
  stack = await startStack()
})

test.afterAll(() => rmSync(stack.dataDir, { recursive: true, force: true }))

test('when PostgreSQL is killed, the stack reports the failure, stops all its processes and exits with 1', async () => {
  await expectStackEndsWith('postgres', 'The database ended unexpectedly.')
  stack = await startStack(stack.dataDir)
})

test('when the server is killed right after a callback, the restarted server posts the payment exactly once', async () => {
  const { dataDir } = stack
  const { api_key: key, base_url: base, simulator_url: simulatorUrl } = readDemo(dataDir)
  const charge = Charge.parse(await call(`${base}/v1/pix/charges`, { key, body: aCharge() }))
  const { txid } = charge.pix
  const paid = Paid.parse(await call(`${simulatorUrl}/simulator/pay`, { body: { txid, callback: 'lost' } }))
  const pix = { endToEndId: paid.end_to_end_id, txid, valor: paid.valor, horario: paid.horario }
  const secret = readSettings(dataDir).PIX_CALLBACK_SECRET
  await call(`${base}/network/${secret}/pix`, { body: { pix: [pix, pix] } })
  const ended = await stack.crash('server')
  await expectEnded(ended, 'The server was killed by SIGKILL.', join(dataDir, 'logs', 'server.log'))

  stack = await startStack(dataDir)
  const again = readDemo(dataDir).base_url
  await expect
    .poll(async () => Charge.parse(await call(`${again}/v1/pix/charges/${charge.id}`, { key })))
    .toMatchObject({ status: 'paid', payments_count: 1 })
  // Repeat both reads, because a step of the demo data may post an entry between the statement and the balance.
  await expect(async () => {
    const { items } = Statement.parse(await call(`${again}/v1/statement?limit=500`, { key }))
    expect(
      items.filter((line) => line.event_type === 'charge.paid' && line.source_id === charge.id),
    ).toHaveLength(1)
    const { total_cents: total } = Balance.parse(await call(`${again}/v1/balance`, { key }))
    expect(items.reduce((sum, line) => sum + BigInt(line.amount_cents), 0n).toString()).toBe(total)
  }).toPass()
})

test('when the simulator is killed, the stack reports the failure, stops all its processes and exits with 1', async () => {
  await expectStackEndsWith('simulator', 'The simulator was killed by SIGKILL.')
})

/** Kills a process of the stack, and asserts how the stack ends. */
async function expectStackEndsWith(part: StackPart, sentence: string): Promise<void> {
  const { dataDir } = stack
  const ended = await stack.crash(part)
  await expectEnded(ended, sentence, join(dataDir, 'logs', `${part}.log`))
  expect(existsSync(join(dataDir, 'stack.json'))).toBe(false)
}

/**
 * Asserts that the stack exited with code 1, that its output names the killed process and the log of this process, and
 * that no process remains.
 */
async function expectEnded(ended: EndedStack, sentence: string, log: string): Promise<void> {
  expect(ended.code).toBe(1)
  expect(ended.output.split('\n')).toContain(`${sentence} Its log: ${log}`)
  expect(existsSync(log)).toBe(true)
  await expect.poll(() => ended.leftovers()).toEqual([])
}

const aCharge = () => ({
  order_reference: 'pedido-queda',
  amount_cents: 4_590,
  payer: {
    name: 'Helena Prado',
    document: '52998224725',
    email: 'helena@exemplo.com.br',
    phone: '+5511987654321',
  },
})

/** Sends a request, asserts that it succeeds, and returns the body of the response. */
async function call(url: string, { key, body }: { key?: string; body?: object }): Promise<unknown> {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': 'chave-da-queda',
      ...(key ? { authorization: `Bearer ${key}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  expect(response.ok).toBe(true)
  return response.json()
}
