/** The largest amount of a charge that API Pix allows; its format is `\d{1,10}\.\d{2}` reais. */
export const AMOUNT_CENTS_MAX = 999_999_999_999n

/**
 * The interface through which the service calls the PSP. The only adapter (`api-pix.ts`) implements the Central Bank's
 * API Pix. Tests and the simulation use the same adapter with an injected fetch. No method throws for a network error.
 * A method that only reads from the PSP takes a signal. When the signal is aborted, the method returns `unavailable`. A
 * method that changes something at the PSP takes no signal, because its caller needs the outcome.
 */
export interface PixProvider {
  /** Creates an immediate charge, or updates the charge with the same txid. */
  issue(request: IssueRequest): Promise<IssueOutcome>
  /** Gets the PSP's record of a charge, for example after an issuance whose response was lost. */
  find(txid: string, signal?: AbortSignal): Promise<FindOutcome>
  /** Removes an unpaid charge at the PSP. */
  remove(txid: string): Promise<RemoveOutcome>
  /**
   * Lists one page (the first is 0) of the payments settled between two instants, both inclusive. With `withReturns`,
   * lists only payments that have returns.
   */
  listReceived(window: ReceivedWindow, signal?: AbortSignal): Promise<ReceivedPage>
  /** Lists one page (the first is 0) of the removed charges that were created between two instants, both inclusive. */
  listRemoved(window: RemovedWindow, signal?: AbortSignal): Promise<RemovedPage>
  /**
   * Requests the return of a received Pix, or of a part of it, to its payer. The service chooses the id of the return.
   * This id must be unique among the returns of the Pix.
   */
  requestReturn(request: ReturnRequest): Promise<RequestReturnOutcome>
  /** Gets the PSP's record of a return, for example after a request whose response was lost. */
  findReturn(name: ReturnName, signal?: AbortSignal): Promise<FindReturnOutcome>
  /** Registers `{url}/pix` as the URL for callbacks of the PSP. Returns false when the registration failed. */
  registerCallback(url: string): Promise<boolean>
}

export interface IssueRequest {
  txid: string
  amountCents: bigint
  expiresInSeconds: number
  payer: { name: string; document: string }
  /** A text that the payer sees; API Pix allows at most 140 characters. */
  description: string | null
  /** The receiver's name for the BR Code, if the PSP sends no usable BR Code and the adapter writes one itself. */
  merchantName: string
}

/** Why the PSP refused a charge, derived from the violations in the response (see `readRefusal`). */
export type RefusalCode =
  | 'risk_refused'
  | 'payer_invalid'
  | 'amount_over_limit'
  | 'key_unavailable'
  | 'network_refused'

export type IssueOutcome =
  | { kind: 'issued'; cob: NetworkCob }
  | { kind: 'refused'; code: RefusalCode }
  /** The PSP did not create the charge. `reason` is the reason for the merchant; default: `processing_unavailable`. */
  | { kind: 'unavailable'; reason?: 'account_not_enabled' }
  /** The PSP may have created the charge. The caller must use `find` before any other request for this charge. */
  | { kind: 'unknown' }

export type FindOutcome = { kind: 'found'; cob: NetworkCob } | { kind: 'absent' } | { kind: 'unavailable' }

export type RemoveOutcome =
  | { kind: 'removed' }
  /** The charge was already paid, expired or removed. `find` returns its status. */
  | { kind: 'not_removable' }
  | { kind: 'absent' }
  | { kind: 'unavailable' }

export type NetworkCobStatus =
  | 'ATIVA'
  | 'CONCLUIDA'
  | 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
  | 'REMOVIDA_PELO_PSP'
  | 'other'

export interface NetworkCob {
  txid: string
  status: NetworkCobStatus
  createdAt: Date
  expiresInSeconds: number
  amountCents: bigint
  /** The copy-and-paste text of the BR Code. The adapter has checked the CRC of this text. */
  qrCodePayload: string
  payments: NetworkPix[]
}

/** A payment from a callback, a charge record or a list of the PSP. */
export interface NetworkPix {
  endToEndId: string
  txid: string | undefined
  amountCents: bigint
  /** When the payer paid, according to the PSP. */
  paidAt: Date
  returns: NetworkReturn[]
  /** The original JSON, which is stored in the inbox. */
  raw: Record<string, unknown>
}

export interface NetworkReturn {
  id: string
  returnId: string
  amountCents: bigint
  nature: string
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO' | 'other'
  reason: string | undefined
  /** When the return reached the payer, according to the PSP; undefined before that. */
  settledAt: Date | undefined
  /** The original JSON, which is stored in the inbox. */
  raw: Record<string, unknown>
}

/**
 * `open`: not yet decided. `accepted`: decided for the payer. `rejected`: decided against the payer. `cancelled`:
 * withdrawn.
 */
export type NetworkNoticeStatus = 'open' | 'accepted' | 'rejected' | 'cancelled'

/** A notice of the PSP that a dispute (MED) was opened, or a notice of its decision. */
export interface NetworkNotice {
  id: string
  endToEndId: string
  amountCents: bigint
  nature: string
  description: string | undefined
  status: NetworkNoticeStatus
  /** The time until which evidence for the dispute is accepted. */
  answerUntil: Date | undefined
  /** The amount that an accepted dispute grants to the payer. Undefined means the whole amount of the dispute. */
  grantedCents: bigint | undefined
  decidedAt: Date | undefined
}

/** The two ids that identify a return in API Pix. */
export interface ReturnName {
  endToEndId: string
  /** The id of the return: 1 to 35 letters and digits. */
  id: string
}

export interface ReturnRequest extends ReturnName {
  amountCents: bigint
  /** A text that the payer sees; API Pix allows at most 140 characters. */
  description: string | null
}

export type RequestReturnOutcome =
  | { kind: 'accepted'; return: NetworkReturn }
  /** The PSP refused the return and did not start it. */
  | { kind: 'refused' }
  /** The PSP did not start the return. */
  | { kind: 'unavailable' }
  /** The PSP may have started the return. The caller must use `findReturn` before any other request for this return. */
  | { kind: 'unknown' }

export type FindReturnOutcome =
  | { kind: 'found'; return: NetworkReturn }
  | { kind: 'absent' }
  | { kind: 'unavailable' }

/** A page of a list and its time window. The PSP's lists use whole seconds: `from` is rounded down and `to` up. */
export interface ListWindow {
  from: Date
  to: Date
  page: number
}

export interface ReceivedWindow extends ListWindow {
  withReturns?: boolean
}

/** The party that removed a charge: the PSP, or the receiver, which includes this service. */
export type RemovedBy = 'psp' | 'receiver'

export interface RemovedWindow extends ListWindow {
  by: RemovedBy
}

export interface RemovedCob {
  txid: string
  /** The payments that were received before the charge was removed. */
  payments: NetworkPix[]
}

export type RemovedPage = { kind: 'page'; items: RemovedCob[]; pagesCount: number } | { kind: 'unavailable' }

export type ReceivedPage = { kind: 'page'; items: NetworkPix[]; pagesCount: number } | { kind: 'unavailable' }
