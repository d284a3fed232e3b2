import { request, type APIRequestContext } from '@playwright/test'
import { z } from 'zod'
import type { Charge, Merchant } from '../merchant.ts'
import { sendOperation } from '../operations.ts'
import { failNextReturn, payQrCode } from '../pix-network.ts'
import { querySql } from '../sql.ts'
import { authenticate, createStaff } from '../staff.ts'
import { REPLAY_PATH } from './replay.ts'
import {
  addEndpoint,
  commandLine,
  createPaidCharge,
  createShop,
  openDispute,
  payerOf,
  recordPayout,
  setBankAccount,
  waitForAvailable,
  waitUntil,
  type Shop,
} from './shops.ts'

/** A merchant whose disputes, refunds and payouts ended in ways that the other merchants do not have. */

const NAME = 'Cerâmica Lagoa Azul'
const SALES_COUNT = 12
const SHORTEST_EXPIRY_SECONDS = 60
const EVIDENCE = 'Entregamos o pedido em 24/11, com a assinatura do comprador. O rastreio é BR123456789.'

const Payout = z.object({ id: z.uuid() })
const Refunds = z.object({ items: z.array(z.object({ status: z.string() })) })

/**
 * Creates the merchant and its records. Returns a function that pays a charge after its expiry, which needs a minute
 * from now.
 */
export async function createEndings(): Promise<{ payLate: () => Promise<void> }> {
  const shop = await createShop(NAME, '45723174000110', ['--fee-bps', '150'])
  const { merchant } = shop
  const expiring = await merchant.createCharge(7_400, payerOf(2), {
    expires_in_seconds: SHORTEST_EXPIRY_SECONDS,
  })
  await addEndpoint(merchant, REPLAY_PATH, 'Loja virtual', 200)
  for (let n = 0; n < SALES_COUNT; n++) await createPaidCharge(merchant, 18_000 + n * 2_150, n)
  await waitForAvailable(shop, 60_000)
  const client = await request.newContext()
  await authenticate(client, await createStaff('admin'))
  await endPayouts(shop, client)
  await decideDisputes(shop, client)
  await client.dispose()
  await failReturns(shop)
  return { payLate: () => payAfterExpiry(merchant, expiring) }
}

/** Creates a payout whose transfer is reversed, and a reserved payout that is released. Needs R$ 500,00 available. */
async function endPayouts({ id: merchantId }: Shop, client: APIRequestContext): Promise<void> {
  await setBankAccount(merchantId, { ispb: '60701190', holder: 'Cerâmica Lagoa Azul Ltda' })
  const { id } = Payout.parse(await recordPayout(merchantId, 30_000, 'TED-2026-0107'))
  const reason = 'O banco devolveu a transferência: a conta de destino está encerrada'
  await sendOperation(client, 'ReversePayout', { merchantId, id, reason })
  const account = ['--account', merchantId]
  const amount = ['--amount', '20000', '--idempotency-key', 'look-release']
  const reserved = Payout.parse(await commandLine(['payout', 'reserve', ...account, ...amount]))
  const why = ['--reason', 'O lojista pediu outra data']
  await commandLine(['payout', 'release', ...account, '--id', reserved.id, ...why])
}

/** Creates disputes that staff accept in whole, accept in part and reject, and one whose return has not ended. */
async function decideDisputes({ id: merchantId, merchant }: Shop, client: APIRequestContext): Promise<void> {
  const decide = async (cents: number, decision: object, evidence?: string) => {
    const { caseId } = await openDispute(merchantId, await createPaidCharge(merchant, cents, cents))
    if (evidence !== undefined) await forwardEvidence(client, { merchantId, caseId, evidence })
    const about = { merchantId, caseId, amountCents: null, returnedBy: null }
    await sendOperation(client, 'DecideDispute', { ...about, ...decision })
    return caseId
  }
  const accepted = await decide(31_500, {
    decision: 'accepted',
    returnedBy: 'service',
    reason: 'O lojista reconhece a fraude',
  })
  const part = await decide(
    42_000,
    {
      decision: 'accepted',
      amountCents: '12000',
      returnedBy: 'service',
      reason: 'Um de três itens não foi entregue',
    },
    'Dois dos três itens foram entregues em 25/11. O terceiro voltou ao estoque.',
  )
  await decide(27_300, { decision: 'rejected', reason: 'A entrega está comprovada' }, EVIDENCE)
  await waitUntil('returned disputes', async () => {
    const ids = `'${accepted}', '${part}'`
    const open = await querySql(`select id from financial_case where id in (${ids}) and status = 'open'`, [])
    return open.length === 0
  })
  // The PSP never returns this money, because its dispute stays open.
  await decide(16_800, { decision: 'accepted', returnedBy: 'network', reason: 'O PSP devolve pelo MED' })
}

/** Records the merchant's evidence of a dispute, and that staff forwarded it to the PSP. */
async function forwardEvidence(
  client: APIRequestContext,
  { evidence, ...dispute }: { merchantId: string; caseId: string; evidence: string },
): Promise<void> {
  await sendOperation(client, 'SubmitDisputeEvidence', { ...dispute, evidence })
  const [row] = await querySql(
    `select to_char(evidence_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from dispute
     where merchant_id = $1 and case_id = $2`,
    [dispute.merchantId, dispute.caseId],
  )
  await sendOperation(client, 'MarkEvidenceForwarded', { ...dispute, evidenceAt: row?.['at'] })
}

/** Creates a refund and the return of a duplicate payment that the PSP accepts and then does not make. */
async function failReturns({ id: merchantId, merchant }: Shop): Promise<void> {
  const sale = await createPaidCharge(merchant, 23_900, 1)
  await failNextReturn()
  const path = `/v1/pix/charges/${sale.id}/refunds`
  await merchant.call('POST', path, {
    amount_cents: 4_500,
    reason: 'requested_by_customer',
    description: 'Uma peça chegou quebrada',
  })
  await waitUntil('failed refund', async () => {
    const { items } = Refunds.parse((await merchant.call('GET', path)).body)
    return items.some(({ status }) => status === 'failed')
  })
  await failNextReturn()
  await createPaidCharge(merchant, 11_200, 3, 2)
  await waitUntil('failed return', async () => {
    const failed = `select id from financial_case where merchant_id = $1 and exception = 'return_failed'`
    return (await querySql(failed, [merchantId])).length > 0
  })
}

async function payAfterExpiry(merchant: Merchant, { id, pix }: Charge): Promise<void> {
  const isIn = (status: string) => async () => (await merchant.charge(id)).status === status
  await waitUntil('expiry', isIn('expired'))
  await payQrCode(pix?.qr_code_payload ?? '')
  await waitUntil('late payment', isIn('paid'))
}
