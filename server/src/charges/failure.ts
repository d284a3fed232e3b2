/**
 * The text for display (`failure_message`) of each failure code. A failure code is the reason of a refused issuance.
 */
const FAILURE_MESSAGES = {
  risk_refused: 'Emissão recusada pela análise de risco',
  payer_incomplete: 'Dados do pagador incompletos',
  payer_invalid: 'Dados do pagador inválidos',
  amount_over_limit: 'Valor acima do limite permitido',
  key_unavailable: 'Chave Pix do recebedor indisponível',
  network_refused: 'Emissão recusada pela rede Pix',
} as const
export type FailureCode = keyof typeof FAILURE_MESSAGES

export const FAILURE_CODES = [
  'risk_refused',
  'payer_incomplete',
  'payer_invalid',
  'amount_over_limit',
  'key_unavailable',
  'network_refused',
] as const satisfies readonly FailureCode[]

/** Returns the text for display of a refused issuance; null if the charge was not refused. */
export const failureMessageOf = ({ failureCode }: { failureCode: FailureCode | null }): string | null =>
  failureCode ? FAILURE_MESSAGES[failureCode] : null
