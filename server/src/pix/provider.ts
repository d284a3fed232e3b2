/** The largest amount of a charge at the network, whose format is `\d{1,10}\.\d{2}` reais. */
export const AMOUNT_CENTS_MAX = 999_999_999_999n

/**
 * The port to the Pix network. Its only adapter (`api-pix.ts`) implements the Central Bank's API Pix. Tests and the
 * simulation use the same adapter with an injected fetch. No method throws for a network error. A read takes a
 * signal. When the signal is aborted, the read returns `unavailable`. A call that changes something at the network
 * takes no signal, because its caller needs the outcome.
 */
export interface PixProvider {
  /** Creates an immediate charge, or updates the charge with the same txid. */
  issue(request: IssueRequest): Promise<IssueOutcome>
  /** Gets the network's record of a charge. Call it after an issuance whose response was lost. */
  find(txid: string, signal?: AbortSignal): Promise<FindOutcome>
  /** Removes an unpaid charge from the network. */
  remove(txid: string): Promise<RemoveOutcome>
  /**
   * Lists one page (from 0) of the payments settled between two instants, both inclusive. With `withReturns`, lists
   * only payments that have returns.
   */
  listReceived(window: ReceivedWindow, signal?: AbortSignal): Promise<ReceivedPage>
  /** Lists one page (from 0) of the removed charges that were created between two instants, both inclusive. */
  listRemoved(window: RemovedWindow, signal?: AbortSignal): Promise<RemovedPage>
  /** Requests the return of a received Pix, or part of it, to its payer. The service chooses an id unique per Pix. */
  requestReturn(request: ReturnRequest): Promise<RequestReturnOutcome>
  /** Gets the network's record of a return. Call it after a request whose response was lost. */
  findReturn(name: ReturnName, signal?: AbortSignal): Promise<FindReturnOutcome>
  /** Registers `{url}/pix` for the network's callbacks. Returns false when the registration failed. */
  registerCallback(url: string): Promise<boolean>
}

/** The context of use cases that call the network. */
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
  /** The receiver's name in the BR Code that the adapter writes when the network sends no usable BR Code. */
  merchantName: string
}

/** Why the network refused a charge, derived from the violations that it names (see `readRefusal`). */
export type RefusalCode =
  'risk_refused' | 'payer_invalid' | 'amount_over_limit' | 'key_unavailable' | 'network_refused'

export type IssueOutcome =
  | { kind: 'issued'; cob: NetworkCob }
  | { kind: 'refused'; code: RefusalCode }
  /** The network did not create the charge. */
  | { kind: 'unavailable' }
  /** The network may have created the charge. Call `find` before any other request for this charge. */
  | { kind: 'unknown' }

export type FindOutcome = { kind: 'found'; cob: NetworkCob } | { kind: 'absent' } | { kind: 'unavailable' }

export type RemoveOutcome =
  | { kind: 'removed' }
  /** The charge was already paid, expired or removed. `find` returns its status. */
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
  /** The copy-and-paste code. The adapter has checked its CRC. */
  qrCodePayload: string
  payments: NetworkPix[]
}

/** A payment from a callback, a charge record or a list of the network. */
export interface NetworkPix {
  endToEndId: string
  txid: string | undefined
  amountCents: bigint
  /** When the payer paid, according to the network. */
  paidAt: Date
  returns: NetworkReturn[]
  /** The original JSON, for the inbox. */
  raw: Record<string, unknown>
}

export interface NetworkReturn {
  id: string
  returnId: string
  amountCents: bigint
  nature: string
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO' | 'other'
  reason: string | undefined
  /** When the return reached the payer, according to the network; undefined before that. */
  settledAt: Date | undefined
  /** The original JSON, for the inbox. */
  raw: Record<string, unknown>
}

/**
 * `open`: not decided. `accepted`: decided for the payer. `rejected`: decided against the payer. `cancelled`: withdrawn.
 */
export type NetworkNoticeStatus = 'open' | 'accepted' | 'rejected' | 'cancelled'

/** A notice of the network about a dispute (MED): that it was opened, or how it was decided. */
export interface NetworkNotice {
  id: string
  endToEndId: string
  amountCents: bigint
  nature: string
  description: string | undefined
  status: NetworkNoticeStatus
  /** Until when the network accepts evidence. */
  answerUntil: Date | undefined
  /** The amount that an accepted dispute grants to the payer. Undefined: the whole amount. */
  grantedCents: bigint | undefined
  decidedAt: Date | undefined
}

/** The identification of a return at the network. */
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
  /** The network refused the return and did not start it. */
  | { kind: 'refused' }
  /** The network did not start the return. */
  | { kind: 'unavailable' }
  /** The network may have started the return. Call `findReturn` before any other request for this return. */
  | { kind: 'unknown' }

export type FindReturnOutcome =
  { kind: 'found'; return: NetworkReturn } | { kind: 'absent' } | { kind: 'unavailable' }

/** A page of a list. The network's lists use whole seconds: `from` is rounded down and `to` up. */
export interface ListWindow {
  from: Date
  to: Date
  page: number
}

export interface ReceivedWindow extends ListWindow {
  withReturns?: boolean
}

/** The party that removed a charge: the bank, or the receiver, which includes this service. */
export type RemovedBy = 'psp' | 'receiver'

export interface RemovedWindow extends ListWindow {
  by: RemovedBy
}

export interface RemovedCob {
  txid: string
  /** Payments received before the removal. */
  payments: NetworkPix[]
}

export type RemovedPage = { kind: 'page'; items: RemovedCob[]; pagesCount: number } | { kind: 'unavailable' }

export type ReceivedPage = { kind: 'page'; items: NetworkPix[]; pagesCount: number } | { kind: 'unavailable' }
