import type { Problem } from '../problem.ts'
import { outcomes } from './common.ts'
import type { Text } from './text.ts'

const BY_REASON: Readonly<Record<string, Text>> = {
  ssrf_blocked: [
    'Este endereço é privado ou local e foi recusado.',
    'This address is private or local and was refused.',
  ],
  webhook_endpoint_limit: [
    'O lojista já tem 10 endpoints ativos. Desligue um antes.',
    'The merchant already has 10 active endpoints. Turn one off first.',
  ],
  account_not_found: ['O lojista não existe mais.', 'The merchant does not exist any more.'],
  request_in_progress: [
    'A mesma operação ainda está em andamento. Aguarde um instante.',
    'The same operation is still running. Wait a moment.',
  ],
}

const BY_CODE: Readonly<Record<string, Text>> = {
  offline: outcomes.errorOffline,
  rate_limited: outcomes.errorLimited,
  forbidden: outcomes.notAllowedBody,
  validation_error: ['O servidor recusou os dados enviados.', 'The server refused the data sent.'],
  not_found: ['O registro não foi encontrado.', 'The record was not found.'],
  conflict: [
    'A operação conflita com o estado atual. Recarregue a página.',
    'The operation conflicts with the current state. Reload the page.',
  ],
  provider_unavailable: [
    'A rede Pix está indisponível no momento. Tente de novo em instantes.',
    'The Pix network is unavailable right now. Try again shortly.',
  ],
  service_unavailable: ['Instabilidade momentânea. Tente de novo.', 'A momentary failure. Try again.'],
  unauthorized: ['Sua sessão terminou. Entre de novo.', 'Your session has ended. Sign in again.'],
}

/** A sentence for what went wrong: by the rule that refused, else by the code, else a failure of the server. */
export function problemText(problem: Pick<Problem, 'code' | 'reason'>): Text {
  return BY_REASON[problem.reason ?? ''] ?? BY_CODE[problem.code] ?? outcomes.errorServer
}
