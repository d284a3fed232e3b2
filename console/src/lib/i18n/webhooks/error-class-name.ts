import type { Text } from '../../text.ts'

/** Names of the error classes of attempts without an HTTP answer. Other attempts show their HTTP status. */
export const errorClassName: Readonly<Record<string, Text>> = {
  dns_error: ['Nome não resolvido', 'Name not resolved'],
  connection_refused: ['Conexão recusada', 'Connection refused'],
  connection_reset: ['Conexão interrompida', 'Connection reset'],
  network_unreachable: ['Rede inalcançável', 'Network unreachable'],
  timeout: ['Tempo esgotado', 'Timed out'],
  tls_error: ['Falha de TLS', 'TLS failure'],
  invalid_response: ['Resposta inválida', 'Invalid response'],
  ssrf_blocked: ['Endereço bloqueado', 'Address blocked'],
  redirect: ['Redirecionamento', 'Redirect'],
  http_4xx: ['Recusada pelo recebedor', 'Refused by the receiver'],
  http_5xx: ['Falha do recebedor', 'The receiver failed'],
  rate_limited: ['Recebedor pediu para esperar', 'The receiver asked to wait'],
  lease_lost: ['Interrompida', 'Interrupted'],
  endpoint_off: ['Endpoint excluído', 'Endpoint removed'],
  endpoint_disabled: ['Endpoint desativado', 'Endpoint disabled'],
  internal: ['Falha interna', 'Internal failure'],
}
