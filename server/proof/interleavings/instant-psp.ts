import type { Clock } from '../../src/kernel/clock.ts'
import { toReais } from '../../src/kernel/values/money.ts'
import type { NetworkCob, NetworkReturn, PixProvider, ReturnRequest } from '../../src/pix/provider.ts'

/** The PSP does not finish a return with this description at once. */
export const SLOW = 'slow'

/** The PSP accepts a charge or a return with this description, but its answer is lost. */
export const LOST = 'lost'

/**
 * Returns a PSP that answers at once and accepts everything. The PSP stores charges and returns under the ids that the
 * service chose, so its answers do not depend on other runs.
 */
export function makeInstantPsp(clock: Clock): PixProvider {
  const returns = new Map<string, NetworkReturn>()
  const lost = new Map<string, NetworkCob>()
  return {
    issue({ txid, amountCents, expiresInSeconds, description }) {
      const cob = {
        txid,
        status: 'ATIVA' as const,
        createdAt: clock.now(),
        expiresInSeconds,
        amountCents,
        qrCodePayload: `code-${txid}`,
        payments: [],
      }
      if (description === LOST) lost.set(txid, cob)
      return Promise.resolve(description === LOST ? { kind: 'unknown' } : { kind: 'issued', cob })
    },
    find(txid) {
      const cob = lost.get(txid)
      return Promise.resolve(cob ? { kind: 'found', cob } : { kind: 'absent' })
    },
    remove: () => Promise.resolve({ kind: 'removed' }),
    listReceived: () => Promise.resolve({ kind: 'page', items: [], pagesCount: 1 }),
    listRemoved: () => Promise.resolve({ kind: 'page', items: [], pagesCount: 1 }),
    requestReturn(request) {
      const status = request.description === SLOW ? 'EM_PROCESSAMENTO' : 'DEVOLVIDO'
      const requested = makeReturn(request, status, clock.now())
      returns.set(request.id, requested)
      const isLost = request.description === LOST
      return Promise.resolve(isLost ? { kind: 'unknown' } : { kind: 'accepted', return: requested })
    },
    findReturn({ id }) {
      const found = returns.get(id)
      return Promise.resolve(found ? { kind: 'found', return: found } : { kind: 'absent' })
    },
    registerCallback: () => Promise.resolve(true),
  }
}

/** Returns the PSP's record of a return. */
export function makeReturn(
  { id, amountCents }: Pick<ReturnRequest, 'id' | 'amountCents'>,
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO',
  now: Date,
): NetworkReturn {
  const returnId = `D${id.padEnd(31, '0').slice(0, 31)}`
  const raw = {
    id,
    rtrId: returnId,
    valor: toReais(amountCents),
    natureza: 'ORIGINAL',
    status,
    horario: {
      solicitacao: now.toISOString(),
      ...(status === 'DEVOLVIDO' ? { liquidacao: now.toISOString() } : {}),
    },
  }
  const settledAt = status === 'DEVOLVIDO' ? now : undefined
  return { id, returnId, amountCents, nature: 'ORIGINAL', status, reason: undefined, settledAt, raw }
}
