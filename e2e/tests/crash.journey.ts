import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { z } from 'zod'
import { readDemo, readSettings, startStack, type EndedStack } from '../support/stack.ts'

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

test('when the server is killed right after a callback, the restarted server posts the payment exactly once', async () => {
  const first = await startStack()
  const { dataDir } = first
  const { api_key: key, base_url: base, simulator_url: simulatorUrl } = readDemo(dataDir)
  const charge = Charge.parse(await call(`${base}/v1/pix/charges`, { key, body: aCharge() }))
  const { txid } = charge.pix
  const paid = Paid.parse(await call(`${simulatorUrl}/simulator/pay`, { body: { txid, callback: 'lost' } }))
  const pix = { endToEndId: paid.end_to_end_id, txid, valor: paid.valor, horario: paid.horario }
  const secret = readSettings(dataDir).PIX_CALLBACK_SECRET
  await call(`${base}/network/${secret}/pix`, { body: { pix: [pix, pix] } })
  const ended = await first.crash('server')
  await expectEnded(ended, 'The server was killed by SIGKILL.', join(dataDir, 'logs', 'server.log'))

  const second = await startStack(dataDir)
  const again = readDemo(dataDir).base_url
  await expect
    .poll(async () => Charge.parse(await call(`${again}/v1/pix/charges/${charge.id}`, { key })))
    .toMatchObject({ status: 'paid', payments_count: 1 })
  const { items } = Statement.parse(await call(`${again}/v1/statement?limit=500`, { key }))
  expect(
    items.filter((line) => line.event_type === 'charge.paid' && line.source_id === charge.id),
  ).toHaveLength(1)
  const { total_cents: total } = Balance.parse(await call(`${again}/v1/balance`, { key }))
  expect(items.reduce((sum, line) => sum + BigInt(line.amount_cents), 0n).toString()).toBe(total)
  await second.stop()
})

const PARTS = [
  { part: 'postgres', sentence: 'The database ended unexpectedly.' },
  { part: 'simulator', sentence: 'The simulator was killed by SIGKILL.' },
] as const

for (const { part, sentence } of PARTS)
  test(`when ${part} is killed, the stack says so, stops all its processes and exits with 1`, async () => {
    const stack = await startStack()
    const ended = await stack.crash(part)
    await expectEnded(ended, sentence, join(stack.dataDir, 'logs', `${part}.log`))
    expect(existsSync(join(stack.dataDir, 'stack.json'))).toBe(false)
    rmSync(stack.dataDir, { recursive: true })
  })

/**
 * Asserts that the stack exited with code 1, that it printed one sentence about the part and its log, and that no
 * process remains.
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
