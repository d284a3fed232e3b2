/** The stored records. Amounts are texts as in API Pix (`"19.90"`), times are Unix milliseconds. */

export type CobStatus = 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP'

export type Devedor = { cpf: string; nome: string } | { cnpj: string; nome: string }

export interface InfoAdicional {
  nome: string
  valor: string
}

/** The terms of a charge, which the receiver may revise while the charge is ATIVA. */
export interface CobTerms {
  /** The time from the charge's creation to its expiry, in seconds. */
  expiracao: number
  original: string
  modalidadeAlteracao?: 0 | 1
  chave: string
  devedor?: Devedor
  solicitacaoPagador?: string
  infoAdicionais?: InfoAdicional[]
}

export interface CobVersion {
  revisao: number
  status: CobStatus
  terms: CobTerms
}

/** The number of calls about one charge by method, including refused and unanswered calls. */
export interface CallCounts {
  PUT: number
  PATCH: number
  GET: number
}

export interface Cob extends CobVersion {
  txid: string
  criacaoMs: number
  locId: number
  calls: CallCounts
  /** The earlier versions of the charge, oldest first; absent until the first revision. */
  earlier?: CobVersion[]
  /** The end-to-end ids of the charge's payments; absent until the first payment. */
  paidBy?: string[]
}

export type Natureza = 'ORIGINAL' | 'RETIRADA' | MedNatureza
export type MedNatureza = 'MED_OPERACIONAL' | 'MED_FRAUDE' | 'MED_PIX_AUTOMATICO'

export type DevolucaoStatus = 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO'

export interface Devolucao {
  id: string
  rtrId: string
  valor: string
  natureza: Natureza
  descricao?: string
  solicitacaoMs: number
  liquidacaoMs?: number
  status: DevolucaoStatus
  motivo?: string
}

export interface Pix {
  endToEndId: string
  /** The txid of the paid charge; absent for a payment to the Pix key without a charge. */
  txid?: string
  chave: string
  valor: string
  horarioMs: number
  infoPagador?: string
  devolucoes: Devolucao[]
}

export interface Webhook {
  chave: string
  webhookUrl: string
  criacaoMs: number
  /** The path that the PSP appends to the URL; absent for `/pix`. */
  suffix?: string
}

/**
 * How a MED ends. `returned`: decided in favour of the payer. `closed`: decided against the payer. `cancelled`: the
 * payer withdrew the MED.
 */
export type MedOutcome = 'returned' | 'closed' | 'cancelled'

export type MedStatus = 'open' | MedOutcome

/** A MED that a payer opened at their bank. */
export interface Med {
  id: string
  endToEndId: string
  amountCents: string
  natureza: MedNatureza
  status: MedStatus
  openedMs: number
  /** How the MED ends at `endsMs`; absent when it stays open until a control call ends it. */
  ends?: MedOutcome
  endsMs?: number
  /** The notice; present when the receiver was notified of the MED. */
  notice?: MedNotice
  /** The amounts of the returns in centavos; absent for a single return of the whole amount. */
  parts?: string[]
  /** The time between two returns, in milliseconds. */
  partsIntervalMs?: number
  decidedMs?: number
  /** The amount that the decision grants to the payer in centavos. */
  grantedCents?: string
  /** The ids of the returns that were made. */
  devolucaoIds?: string[]
}

export interface MedNotice {
  /** The deadline for the receiver's answer. */
  answerUntilMs: number
  descricao?: string
}

/** One entry of the log: a record with its new state. */
export type Change =
  | { kind: 'cob'; cob: Cob }
  | { kind: 'pix'; pix: Pix }
  | { kind: 'webhook'; webhook: Webhook }
  | { kind: 'webhook_gone'; chave: string }
  | { kind: 'med'; med: Med }
