import { createHash } from 'node:crypto'

/** Believable data for looking at the console without a server: the same on every run but for the time. */

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The moment the data is made around. */
export const NOW = Date.now()
/** A moment in the past, or in the future when negative. */
export const ago = (ms: number): string => new Date(NOW - ms).toISOString()

/** A stable id for a name. */
export function uuid(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const terms = {
  pixEnabled: true,
  feePercentBps: 99,
  feeFixedCents: '10',
  reserveBps: 500,
  reserveDays: 30,
  settlementDelayDays: 1,
  refundFeePolicy: 'prorata',
}

/** The merchants. */
export const merchants = [
  ['Livraria Cultura do Sul', '12.***.***/0001-45'],
  ['Mercado Bom Jardim', '48.***.***/0001-02'],
  ['Estúdio Pilates Zona Norte', '31.***.***/0002-90'],
  ['Oficina do Zé Auto Center e Funilaria Ltda.', '07.***.***/0001-18'],
].map(([name = '', documentMasked], index) => ({
  id: uuid(name),
  name,
  documentMasked,
  createdAt: ago((200 - index) * DAY),
  terms: index === 2 ? { ...terms, pixEnabled: false } : terms,
}))
