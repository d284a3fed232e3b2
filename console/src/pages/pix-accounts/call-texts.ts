import type { PixCallFault, PixCallOutcome } from '../../api/generated/graphql.ts'
import type { Text } from '../../lib/text.ts'

/** Texts that say why calls to a PSP fail. */
export const pixFaultName: Readonly<Record<PixCallFault, Text>> = {
  certificate_expired: ['O certificado do cliente venceu', 'The client certificate has expired'],
  client_certificate_refused: [
    'O PSP recusa o certificado do cliente',
    'The PSP refuses the client certificate',
  ],
  psp_certificate_refused: ['O certificado do PSP não é confiável', 'The PSP’s certificate is not trusted'],
  token_refused: ['O PSP recusa o pedido de token', 'The PSP refuses the token request'],
  access_refused: ['O PSP recusa o acesso (401 ou 403)', 'The PSP refuses access (401 or 403)'],
  overloaded: ['O PSP limita as chamadas (429 ou 503)', 'The PSP limits calls (429 or 503)'],
  error_status: ['O PSP responde com erro (5xx)', 'The PSP responds with an error (5xx)'],
  no_answer: ['O PSP não responde', 'The PSP does not respond'],
}

/** Texts that say how a call to a PSP ended. */
export const pixOutcomeName: Readonly<Record<PixCallOutcome, Text>> = {
  ok: ['Feita', 'Done'],
  refused: ['Recusada', 'Refused'],
  absent: ['Não encontrada', 'Not found'],
  unavailable: ['Não executada', 'Not performed'],
  unknown: ['Sem resposta', 'No response'],
}

/** Texts for the health of a receiving account. */
export const accountVerdict: Readonly<Record<'healthy' | 'degraded' | 'failing' | 'idle', Text>> = {
  healthy: ['Saudável', 'Healthy'],
  degraded: ['Degradada', 'Degraded'],
  failing: ['Falhando', 'Failing'],
  idle: ['Sem chamadas', 'No calls'],
}

/** Texts that give the reasons for the health of a receiving account. */
export const healthReason = {
  errors: (rate: string, calls: string) =>
    [`${rate} de ${calls} chamadas falharam em 24 h`, `${rate} of ${calls} calls failed in 24 h`] as const,
  operation: ([ptBr, en]: Text, rate: string) =>
    [
      `“${ptBr}” falhou em ${rate} das chamadas em 24 h`,
      `“${en}” failed in ${rate} of its calls in 24 h`,
    ] as const,
  stopped: ['O serviço parou as chamadas a este PSP', 'The service has stopped calls to this PSP'],
  avoided: ['Cobranças novas evitam esta conta', 'New charges avoid this account'],
  fault: ['Em teste depois de uma falha', 'On trial after a failure'],
  certificate_expired: ['O certificado venceu', 'The certificate has expired'],
  certificate_ending: [
    'O certificado vence em menos de 30 dias',
    'The certificate expires in less than 30 days',
  ],
  no_calls: ['Nenhuma chamada em 24 h', 'No calls in 24 h'],
} as const

/** Texts that say whether new charges use an account. */
export const newCharges: Readonly<Record<'yes' | 'last' | 'no', Text>> = {
  yes: ['Recebe novas cobranças: sim', 'Accepts new charges: yes'],
  last: [
    'Recebe novas cobranças: não, exceto se nenhuma outra conta puder',
    'Accepts new charges: no, unless no other account can',
  ],
  no: ['Recebe novas cobranças: não', 'Accepts new charges: no'],
}
