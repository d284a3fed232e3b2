/** What the network holds. Money is text as API Pix writes it (`"19.90"`), times are Unix milliseconds. */

export type CobStatus = 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP'

export type Devedor = { cpf: string; nome: string } | { cnpj: string; nome: string }

export interface InfoAdicional {
  nome: string
  valor: string
}

/** What the receiver decides about a charge, and may revise while it is ATIVA. */
export interface CobTerms {
  /** Seconds from the charge's creation. */
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

/** How often each method asked for one charge, refused and unanswered calls included. */
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
  /** The versions before this one, oldest first; absent until the first revision. */
  earlier?: CobVersion[]
  /** End-to-end ids of the payments that came for it; absent until the first. */
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
  /** Absent when somebody paid to the key itself, without a charge. */
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
}

export type MedStatus = 'open' | 'returned' | 'closed'

/** A contest that a payer opened at their own bank. */
export interface Med {
  id: string
  endToEndId: string
  amountCents: string
  natureza: MedNatureza
  status: MedStatus
  openedMs: number
  /** How it ends by itself; absent when somebody ends it. */
  ends?: 'returned' | 'closed'
  devolucaoId?: string
}

/** One change, as a log keeps it: the record's new state. */
export type Change =
  | { kind: 'cob'; cob: Cob }
  | { kind: 'pix'; pix: Pix }
  | { kind: 'webhook'; webhook: Webhook }
  | { kind: 'webhook_gone'; chave: string }
  | { kind: 'med'; med: Med }
