import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { toReais } from '../../kernel/values/money.ts'
import { writeBrCode } from '../../pix/br-code.ts'
import type { NetworkCob, NetworkPix, NetworkReturn } from '../../pix/provider.ts'
import type { SandboxCob } from './sandbox-cob.entity.ts'
import type { SandboxPix } from './sandbox-pix.entity.ts'
import type { SandboxReturn } from './sandbox-return.entity.ts'

/** The time in milliseconds that a return takes at the test network. */
export const RETURN_MS = 2_000

const HOST = 'pix.teste.invalid/qr/v2'
const OTHER_PAYER = { nome: 'Outra Pessoa', cpf: '11144477735' }

type Cob = Pick<
  SandboxCob,
  'txid' | 'status' | 'amountCents' | 'expiresInSeconds' | 'merchantName' | 'returnOutcome' | 'createdAt'
>
type Pix = Pick<SandboxPix, 'endToEndId' | 'txid' | 'amountCents' | 'payer' | 'paidAt'>
type Return = Pick<
  SandboxReturn,
  'endToEndId' | 'id' | 'returnId' | 'amountCents' | 'outcome' | 'requestedAt'
>

/** Returns the charge with this txid at the test network; undefined if there is none. */
export const findCob = (ctx: Context, merchantId: string, txid: string): Promise<Cob | undefined> =>
  db(ctx)
    .selectFrom('sandbox_cob')
    .select(['txid', 'status', 'amount_cents as amountCents', 'expires_in_seconds as expiresInSeconds'])
    .select(['merchant_name as merchantName', 'return_outcome as returnOutcome', 'created_at as createdAt'])
    .where('merchant_id', '=', merchantId)
    .where('txid', '=', txid)
    .executeTakeFirst()

/** Returns the payments of a charge, the oldest first. */
export const listPixOf = (ctx: Context, merchantId: string, txid: string): Promise<Pix[]> =>
  pixOf(ctx, merchantId).where('txid', '=', txid).execute()

/** Returns the payments made between two instants, both inclusive, the oldest first. */
export const listPixBetween = (ctx: Context, merchantId: string, from: Date, to: Date): Promise<Pix[]> =>
  pixOf(ctx, merchantId).where('paid_at', '>=', from).where('paid_at', '<=', to).execute()

/** Returns the payment with this end-to-end id at the test network; undefined if there is none. */
export const findPix = (ctx: Context, merchantId: string, endToEndId: string): Promise<Pix | undefined> =>
  pixOf(ctx, merchantId).where('end_to_end_id', '=', endToEndId).executeTakeFirst()

const pixOf = (ctx: Context, merchantId: string) =>
  db(ctx)
    .selectFrom('sandbox_pix')
    .select(['end_to_end_id as endToEndId', 'txid', 'amount_cents as amountCents', 'payer'])
    .select('paid_at as paidAt')
    .where('merchant_id', '=', merchantId)
    .orderBy('paid_at')
    .orderBy('end_to_end_id')

/** Returns the returns of a payment, the oldest first. */
export const listReturnsOf = (ctx: Context, merchantId: string, endToEndId: string): Promise<Return[]> =>
  db(ctx)
    .selectFrom('sandbox_return')
    .select(['end_to_end_id as endToEndId', 'id', 'return_id as returnId', 'amount_cents as amountCents'])
    .select(['outcome', 'requested_at as requestedAt'])
    .where('merchant_id', '=', merchantId)
    .where('end_to_end_id', '=', endToEndId)
    .orderBy('requested_at')
    .orderBy('id')
    .execute()

/** Returns a payment in the form in which the network reports it. */
export function toNetworkPix(pix: Pix, returns: NetworkReturn[] = []): NetworkPix {
  const { endToEndId, txid, amountCents, paidAt, payer } = pix
  const raw = {
    endToEndId,
    txid,
    valor: toReais(amountCents),
    horario: paidAt.toISOString(),
    ...(payer === 'other' ? { pagador: OTHER_PAYER } : {}),
  }
  return { endToEndId, txid, amountCents, paidAt, returns, raw }
}

/** Returns a return in the form in which the network reports it at `now`. */
export function toNetworkReturn(row: Return, now: Date, nature = 'ORIGINAL'): NetworkReturn {
  const endsAt = plusMs(row.requestedAt, RETURN_MS)
  const ended = row.outcome === 'returned' ? 'DEVOLVIDO' : 'NAO_REALIZADO'
  const status = now >= endsAt ? ended : 'EM_PROCESSAMENTO'
  const settledAt = status === 'DEVOLVIDO' ? endsAt : undefined
  const reason = status === 'NAO_REALIZADO' ? 'Conta do pagador encerrada' : undefined
  const { id, returnId, amountCents } = row
  const raw = {
    id,
    rtrId: returnId,
    valor: toReais(amountCents),
    natureza: nature,
    status,
    horario: {
      solicitacao: row.requestedAt.toISOString(),
      ...(settledAt ? { liquidacao: settledAt.toISOString() } : {}),
    },
    ...(reason ? { motivo: reason } : {}),
  }
  return { id, returnId, amountCents, nature, status, reason, settledAt, raw }
}

/** Returns a charge in the form in which the network reports it, with its payments. */
export function toNetworkCob(cob: Cob, payments: NetworkPix[]): NetworkCob {
  const location = `${HOST}/${cob.txid}`
  const qrCodePayload = writeBrCode({
    location,
    merchantName: cob.merchantName,
    merchantCity: 'SAO PAULO',
  })
  if (qrCodePayload === undefined) throw new Error(`BUG: toNetworkCob: the location ${location} is invalid`)
  const removed = cob.status === 'removed' ? ('REMOVIDA_PELO_PSP' as const) : ('ATIVA' as const)
  return {
    txid: cob.txid,
    status: payments.length > 0 ? 'CONCLUIDA' : removed,
    createdAt: cob.createdAt,
    expiresInSeconds: cob.expiresInSeconds,
    amountCents: cob.amountCents,
    qrCodePayload,
    payments,
  }
}

/** Returns whether a payer can still pay the charge at `now`. */
export const isPayable = (cob: Cob, now: Date): boolean =>
  cob.status === 'active' && now < plusMs(cob.createdAt, cob.expiresInSeconds * 1_000)

/** Returns the sum of the returns that reach the payer, in centavos. */
export const returnedCents = (returns: readonly Return[]): bigint =>
  returns.filter(({ outcome }) => outcome === 'returned').reduce((sum, one) => sum + one.amountCents, 0n)
