import { isAbsent } from './absent-effects.ts'
import type { History, RecordedCall, Request, Seen, SeenCharge, SeenRefund } from './history.ts'
import type { Operation } from './state.ts'

const NEVER_ANSWERED = { outcome: 'unknown', why: 'asynchronous' } as const
const WRITES = new Set<Request['kind']>(['create', 'cancel', 'refund'])

/**
 * Returns the operations that the checker must order. Adds an operation for each asynchronous fact of the network, such
 * as a recorded payment. The interval of a fact begins with the call that causes it, or with the last answer that does
 * not show the fact. The interval ends when an answer first shows the fact. A write without an answer gets its interval
 * in the same way.
 *
 * Omits calls that constrain no order. These are reads without an answer, and unanswered repetitions of a write without
 * an answer. If the history ends with reads of everything, also omits writes and facts without an answer whose effects
 * these reads do not show.
 */
export function completeHistory({ calls }: History): Operation[] {
  const sightings = new Sightings(calls)
  const operations: Operation[] = []
  const add = (request: Request, from: RecordedCall, endedAt: number, answer = from.answer): void => {
    const isOpen = answer.outcome === 'unknown'
    const calledAt = isOpen ? Math.max(from.calledAt, sightings.startOf(request)) : from.calledAt
    const createdId = sightings.idOf(request)
    operations.push({
      request,
      answer,
      calledAt,
      endedAt,
      createdId,
      mayBePaid: mayBePaid(calls, request, endedAt),
    })
  }
  const lost = new Set<string>()
  for (const call of calls) {
    const { request, answer, endedAt } = call
    if (request.kind === 'paid') {
      add(request, call, sightings.endOf(request), NEVER_ANSWERED)
      const returned = { kind: 'returned', endToEndId: request.endToEndId } as const
      add(returned, call, sightings.endOf(returned), NEVER_ANSWERED)
    } else if (answer.outcome !== 'unknown') {
      add(request, { ...call, answer: sightings.nameRefunds(answer) }, endedAt)
    } else if (WRITES.has(request.kind) && !lost.has(nameOf(request))) {
      lost.add(nameOf(request))
      add(request, call, isOnlyEffect(calls, call) ? sightings.endOf(request) : Infinity)
    }
  }
  for (const [call, request] of consequences(calls))
    add(request, call, sightings.endOf(request), NEVER_ANSWERED)
  return hasFinalReads(calls) ? operations.filter(isSeenOrEnded(sightings)) : operations
}

/**
 * Returns the facts of the network that follow from creating charges and from requesting refunds. Each fact occurs
 * once.
 */
function consequences(calls: readonly RecordedCall[]): [RecordedCall, Request][] {
  const facts = new Map<string, [RecordedCall, Request]>()
  // Sort calls with an answer first, because such a call certainly created the charge.
  const answeredFirst = calls.toSorted((a, b) => Number(!isCreated(a)) - Number(!isCreated(b)))
  for (const call of answeredFirst) {
    if (call.answer.outcome === 'refused') continue
    const fact = consequenceOf(call)
    if (fact && !facts.has(nameOf(fact))) facts.set(nameOf(fact), [call, fact])
  }
  return Array.from(facts.values()).filter(([call]) => !isIssuedAtOnce(call))
}

function consequenceOf({ request }: RecordedCall): Request | undefined {
  if (request.kind === 'refund') return { kind: 'refunded', key: request.key }
  return request.kind === 'create' ? { kind: 'issued', order: request.order } : undefined
}

const isCreated = ({ answer }: RecordedCall): boolean =>
  answer.outcome === 'ok' && answer.seen.kind === 'charge' && !answer.seen.isReplay

const isIssuedAtOnce = (call: RecordedCall): boolean =>
  call.request.kind === 'create' && isCreated(call) && chargesOf(call)[0]?.status !== 'created'

/**
 * Returns whether the history ends with reads, the first a list of charges and the last the merchant's statement.
 * Charges, refunds and lines never disappear, so these reads show every effect that had happened by then.
 */
function hasFinalReads(calls: readonly RecordedCall[]): boolean {
  const lastOf = (kind: Request['kind']): number =>
    calls.findLast(({ request, answer }) => request.kind === kind && answer.outcome === 'ok')?.calledAt ?? 0
  const lastList = lastOf('list')
  return (
    lastOf('statement') > lastList &&
    calls.every(({ request, calledAt }) => calledAt <= lastList || isRead(request))
  )
}

const isRead = ({ kind }: Request): boolean =>
  kind === 'list' || kind === 'get' || kind === 'refunds' || kind === 'balance' || kind === 'statement'

const isSeenOrEnded =
  (sightings: Sightings) =>
  ({ request, endedAt }: Operation): boolean =>
    endedAt < Infinity || sightings.endOf(request) < Infinity

/** Returns the name of the effect of a request. Several requests with the same name have the effect at most once. */
function nameOf(request: Request): string {
  switch (request.kind) {
    case 'create':
      return `create ${request.order} ${request.key} ${request.amount}`
    case 'refund':
      return `refund ${request.order} ${request.key} ${request.amount}`
    case 'refunded':
      return `refunded ${request.key}`
    case 'paid':
    case 'returned':
      return `${request.kind} ${request.endToEndId}`
    case 'cancel':
    case 'get':
    case 'refunds':
    case 'issued':
      return `${request.kind} ${request.order}`
    default:
      return request.kind
  }
}

/**
 * Returns whether every visible effect of this kind on the target can only come from this unanswered call or from its
 * repetitions.
 */
function isOnlyEffect(calls: readonly RecordedCall[], lost: RecordedCall): boolean {
  const target = targetOf(lost.request)
  return calls.every(({ request, answer }) => {
    if (request.kind !== lost.request.kind || targetOf(request) !== target) return true
    if (answer.outcome === 'refused') return true
    if (answer.outcome === 'unknown') return nameOf(request) === nameOf(lost.request)
    return 'isReplay' in answer.seen && answer.seen.isReplay
  })
}

const targetOf = (request: Request): string =>
  request.kind === 'refund' ? request.key : 'order' in request ? request.order : ''

function mayBePaid(calls: readonly RecordedCall[], request: Request, endedAt: number): boolean {
  if (request.kind !== 'cancel') return false
  return calls.some(
    (call) => call.request.kind === 'paid' && call.request.order === request.order && call.calledAt < endedAt,
  )
}

/** Stores when an answer first showed each effect, and the ids of the created charges and refunds. */
class Sightings {
  readonly #first = new Map<string, number>()
  readonly #ids = new Map<string, string>()
  readonly #keys = new Map<string, string>()
  readonly #payments = new Map<string, string[]>()
  readonly #at = (name: string, endedAt: number): void => {
    if (!(endedAt >= (this.#first.get(name) ?? Infinity))) this.#first.set(name, endedAt)
  }

  /** The answers, in the order of their calls. */
  readonly #shown: { calledAt: number; seen: Seen }[] = []

  constructor(calls: readonly RecordedCall[]) {
    for (const { request } of calls)
      if (request.kind === 'paid')
        this.#payments.set(request.order, [...(this.#payments.get(request.order) ?? []), request.endToEndId])
    const refunds = calls.flatMap((call) => refundsOf(call).map((refund) => ({ refund, call })))
    for (const { refund, call } of refunds) this.#seeRefund(refund, call.endedAt)
    for (const call of calls) {
      for (const charge of chargesOf(call)) this.#seeCharge(charge, call.endedAt)
      if (call.answer.outcome === 'ok' && call.answer.seen.kind === 'statement')
        for (const line of call.answer.seen.lines) this.#seeLine(this.#nameRefund(line), call.endedAt)
    }
    for (const { answer, calledAt } of calls.toSorted((a, b) => a.calledAt - b.calledAt)) {
      const named = this.nameRefunds(answer)
      if (named.outcome === 'ok') this.#shown.push({ calledAt, seen: named.seen })
    }
  }

  /**
   * Returns the id of the charge or refund that the request creates, as answers show it; an empty text if no answer
   * shows it.
   */
  idOf(request: Request): string {
    if (request.kind === 'create') return this.#ids.get(`charge ${request.order}`) ?? ''
    return request.kind === 'refund' ? (this.#ids.get(`refund ${request.key}`) ?? '') : ''
  }

  /** Returns when the effect of the request was first seen; Infinity if it never was. */
  endOf(request: Request): number {
    const name = request.kind === 'create' || request.kind === 'refund' ? targetOf(request) : ''
    return this.#first.get(name === '' ? nameOf(request) : `${request.kind} ${name}`) ?? Infinity
  }

  /**
   * Returns the start of the last call whose answer lacks the effect of the request, although an answer of this kind
   * would show it. The effect happened after this time, because effects never disappear.
   */
  startOf(request: Request): number {
    const last = this.#shown.findLast(({ seen }) => isAbsent(request, seen))
    return last?.calledAt ?? 0
  }

  /** Replaces the id of each refund in the lines of the merchant's statement by the idempotency key of the refund. */
  nameRefunds(answer: RecordedCall['answer']): RecordedCall['answer'] {
    if (answer.outcome !== 'ok' || answer.seen.kind !== 'statement') return answer
    const lines = answer.seen.lines.map((line) => this.#nameRefund(line)).toSorted()
    return { outcome: 'ok', seen: { kind: 'statement', lines } }
  }

  #nameRefund(line: string): string {
    const [, id] = / refund:(\S+)$/.exec(line) ?? []
    return id === undefined ? line : line.replace(`refund:${id}`, this.#keys.get(id) ?? `refund:${id}`)
  }

  #seeCharge({ id, order, status, endToEndId, payments }: SeenCharge, endedAt: number): void {
    if (!this.#ids.has(`charge ${order}`)) this.#ids.set(`charge ${order}`, id)
    this.#at(`create ${order}`, endedAt)
    if (status !== 'created') this.#at(`issued ${order}`, endedAt)
    if (status === 'cancelled') this.#at(`cancel ${order}`, endedAt)
    const sent = this.#payments.get(order) ?? []
    if (endToEndId !== null) this.#at(`paid ${endToEndId}`, endedAt)
    if (payments === sent.length) for (const payment of sent) this.#at(`paid ${payment}`, endedAt)
  }

  #seeRefund({ id, key, status }: SeenRefund, endedAt: number): void {
    if (!this.#ids.has(`refund ${key}`)) this.#ids.set(`refund ${key}`, id)
    this.#keys.set(id, key)
    this.#at(`refund ${key}`, endedAt)
    if (status === 'completed') this.#at(`refunded ${key}`, endedAt)
  }

  #seeLine(line: string, endedAt: number): void {
    const [event, , , about = ''] = line.split(' ')
    if (event === 'case.hold') this.#at(`refund ${about}`, endedAt)
    if (event === 'refund.completed') this.#at(`refunded ${about}`, endedAt)
    if (event === 'charge.payment_held') this.#at(`paid ${about}`, endedAt)
    if (event === 'case.returned') this.#at(`returned ${about}`, endedAt)
  }
}

function chargesOf({ answer }: RecordedCall): SeenCharge[] {
  if (answer.outcome !== 'ok') return []
  if (answer.seen.kind === 'charge') return [answer.seen.charge]
  return answer.seen.kind === 'charges' ? answer.seen.charges : []
}

function refundsOf({ answer }: RecordedCall): SeenRefund[] {
  if (answer.outcome !== 'ok') return []
  if (answer.seen.kind === 'refund') return [answer.seen.refund]
  return answer.seen.kind === 'refunds' ? answer.seen.refunds : []
}
