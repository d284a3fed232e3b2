import { systemIds } from '../../src/kernel/ids.ts'
import type { Answer, Positions, SeenCharge } from './history.ts'
import type { Edit } from './merchant-client.ts'

/**
 * Maps the name of each violation to a function that makes the `Edit` of one client. The `Edit` plants this violation
 * once.
 */
export const PLANTED: Record<string, () => Edit> = {
  'stale-read': staleRead,
  'lost-refund': lostRefund,
  'doubled-charge': doubledCharge,
  'balance-goes-back': balanceGoesBack,
  'different-replay': differentReplay,
}

/** A list shows a charge as `pending` after an earlier answer showed it as paid. */
function staleRead(): Edit {
  const pending = new Map<string, SeenCharge>()
  const paid = new Set<string>()
  let isPlanted = false
  return async (request, send) => {
    // The list is stale only for payments that the client had seen before this call.
    const known = new Set(paid)
    const answer = await send(request)
    if (answer.outcome !== 'ok') return answer
    const { seen } = answer
    if (seen.kind === 'charge') {
      if (seen.charge.status === 'pending') pending.set(seen.charge.order, seen.charge)
      if (seen.charge.payments > 0) paid.add(seen.charge.order)
    }
    if (seen.kind !== 'charges' || isPlanted) return answer
    const charges = seen.charges.map((one) => {
      const stale = known.has(one.order) ? pending.get(one.order) : undefined
      if (!stale || isPlanted) return one
      isPlanted = true
      return stale
    })
    return { outcome: 'ok', seen: { kind: 'charges', charges } }
  }
}

/** The client gets the answer 201, but the service never gets the request. */
function lostRefund(): Edit {
  let isPlanted = false
  return async (request, send) => {
    if (request.kind !== 'refund' || isPlanted) return send(request)
    isPlanted = true
    const { key, order, amount } = request
    const refund = { id: systemIds.uuid(new Date(0)), key, order, amount, status: 'processing' }
    return { outcome: 'ok', seen: { kind: 'refund', isReplay: false, refund } }
  }
}

/** One call creates two charges. */
function doubledCharge(): Edit {
  let isPlanted = false
  return async (request, send) => {
    const answer = await send(request)
    if (request.kind !== 'create' || answer.outcome !== 'ok' || isPlanted) return answer
    isPlanted = true
    await certainly(() => send({ ...request, order: `${request.order}-twin`, key: `${request.key}-twin` }))
    return answer
  }
}

/** A balance after a payment shows the amounts from before the payment. */
function balanceGoesBack(): Edit {
  let first: Positions | undefined
  let isPlanted = false
  return async (request, send) => {
    const answer = await send(request)
    if (answer.outcome !== 'ok' || answer.seen.kind !== 'balance' || isPlanted) return answer
    const { positions } = answer.seen
    first ??= positions
    if (positions.contract_reserve <= first.contract_reserve) return answer
    isPlanted = true
    return { outcome: 'ok', seen: { kind: 'balance', positions: first } }
  }
}

/** The repetition of a call shows another charge than the first call. */
function differentReplay(): Edit {
  let isPlanted = false
  return async (request, send) => {
    const answer = await send(request)
    if (answer.outcome !== 'ok' || answer.seen.kind !== 'charge' || !answer.seen.isReplay || isPlanted)
      return answer
    isPlanted = true
    const charge = { ...answer.seen.charge, id: systemIds.uuid(new Date(0)) }
    return { outcome: 'ok', seen: { ...answer.seen, charge } }
  }
}

async function certainly(send: () => Promise<Answer>): Promise<void> {
  while ((await send()).outcome !== 'ok');
}
