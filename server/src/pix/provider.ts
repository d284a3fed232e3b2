/**
 * What the service asks of the Pix network, in the service's words. The one adapter (`api-pix.ts`) speaks the
 * Central Bank's API Pix; tests and the simulation bring the same adapter over an injected fetch.
 */
export interface PixProvider {
  /**
   * Creates (or, with the same txid, revises) an immediate charge. Never throws for what the network may do.
   */
  issue(request: IssueRequest): Promise<IssueOutcome>
  /** The network's own record of a charge: the truth about an issuance whose answer was lost. */
  find(txid: string): Promise<FindOutcome>
  /** Removes an unpaid charge at the network. */
  remove(txid: string): Promise<RemoveOutcome>
  /**
   * One page (from 0) of the payments that settled between two instants, both inclusive; on demand only those of
   * which something went back.
   */
  listReceived(window: ReceivedWindow): Promise<ReceivedPage>
  /** One page (from 0) of the charges created between two instants, both inclusive, that the network has removed. */
  listRemoved(window: RemovedWindow): Promise<RemovedPage>
  /** Has a part of a received Pix, or all of it, returned to its payer. The id is ours and used once for a Pix. */
  requestReturn(request: ReturnRequest): Promise<RequestReturnOutcome>
  /** The network's own record of a return: the truth about one whose answer was lost. */
  findReturn(name: ReturnName): Promise<FindReturnOutcome>
  /** Has the network's callbacks sent to `{url}/pix`. Answers false when the network could not be told. */
  registerCallback(url: string): Promise<boolean>
}

/** For verbs that ask the network. */
export interface WithPix {
  readonly pix: PixProvider
}

export interface IssueRequest {
  txid: string
  amountCents: bigint
  expiresInSeconds: number
  payer: { name: string; document: string }
  /** Shown to the payer; the network takes at most 140 characters. */
  description: string | null
  /** For the BR Code, should the network send none: receiver's name and city. */
  merchantName: string
}

/** Why the network refused; the adapter reads it from the violations named (`contract` section 2). */
export type RefusalCode =
  'risk_refused' | 'payer_invalid' | 'amount_over_limit' | 'key_unavailable' | 'network_refused'

export type IssueOutcome =
  | { kind: 'issued'; cob: NetworkCob }
  | { kind: 'refused'; code: RefusalCode }
  /** Certain that nothing was created. */
  | { kind: 'unavailable' }
  /** It may have been created: ask `find` before anything else. */
  | { kind: 'unknown' }

export type FindOutcome = { kind: 'found'; cob: NetworkCob } | { kind: 'absent' } | { kind: 'unavailable' }

export type RemoveOutcome =
  | { kind: 'removed' }
  /** Paid, expired or removed before: the record tells which. */
  | { kind: 'not_removable' }
  | { kind: 'absent' }
  | { kind: 'unavailable' }

export type NetworkCobStatus =
  'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP' | 'other'

export interface NetworkCob {
  txid: string
  status: NetworkCobStatus
  createdAt: Date
  expiresInSeconds: number
  amountCents: bigint
  /** The copy-and-paste code, its CRC checked. */
  qrCodePayload: string
  payments: NetworkPix[]
}

/** A Pix as the network tells it, in a callback, a charge or a list. */
export interface NetworkPix {
  endToEndId: string
  txid: string | undefined
  amountCents: bigint
  /** The network's time. */
  paidAt: Date
  returns: NetworkReturn[]
  /** As it came, for the inbox. */
  raw: Record<string, unknown>
}

export interface NetworkReturn {
  id: string
  returnId: string
  amountCents: bigint
  nature: string
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO' | 'other'
  reason: string | undefined
  /** The network's time of its end, once it has reached the payer. */
  settledAt: Date | undefined
  /** As it came, for the inbox. */
  raw: Record<string, unknown>
}

/** How a return is called at the network. */
export interface ReturnName {
  endToEndId: string
  /** 1 to 35 letters and digits. */
  id: string
}

export interface ReturnRequest extends ReturnName {
  amountCents: bigint
  /** Shown to the payer; the network takes at most 140 characters. */
  description: string | null
}

export type RequestReturnOutcome =
  | { kind: 'accepted'; return: NetworkReturn }
  /** The network will not do it, and has not. */
  | { kind: 'refused' }
  /** Certain that nothing was begun. */
  | { kind: 'unavailable' }
  /** It may have been begun: ask `findReturn` before anything else. */
  | { kind: 'unknown' }

export type FindReturnOutcome =
  { kind: 'found'; return: NetworkReturn } | { kind: 'absent' } | { kind: 'unavailable' }

/** The network's lists know whole seconds: `from` is rounded down, `to` up. */
export interface ListWindow {
  from: Date
  to: Date
  page: number
}

export interface ReceivedWindow extends ListWindow {
  withReturns?: boolean
}

/** Who removed a charge: the bank on its own, or whoever acts for the receiver, this service included. */
export type RemovedBy = 'psp' | 'receiver'

export interface RemovedWindow extends ListWindow {
  by: RemovedBy
}

export interface RemovedCob {
  txid: string
  /** That arrived for it before it was removed. */
  payments: NetworkPix[]
}

export type RemovedPage = { kind: 'page'; items: RemovedCob[]; pagesCount: number } | { kind: 'unavailable' }

export type ReceivedPage = { kind: 'page'; items: NetworkPix[]; pagesCount: number } | { kind: 'unavailable' }
