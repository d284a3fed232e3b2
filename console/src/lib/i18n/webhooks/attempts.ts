import type { Phase } from '../../attempt.ts'
import { counted, type Text } from '../../text.ts'
import type { DeliveryStatus, EndpointStatus } from '../../values/status.ts'

export const attempts = {
  eventId: ['Id do evento', 'Event ID'],
  attempt: (n: number) => [`Tentativa ${n}`, `Attempt ${n}`] as const,
  failedAttempts: (failed: number, max: number) =>
    counted(
      failed,
      [`# tentativa falhou (máximo ${max})`, `# tentativas falharam (máximo ${max})`],
      [`# attempt failed (maximum ${max})`, `# attempts failed (maximum ${max})`],
    ),
  next: ['; próxima desta entrega', '; next attempt'],
  paused: ['; próxima ao fim da pausa do endpoint,', '; next attempt when the endpoint’s pause ends,'],
  asSoonAsPossible: ['assim que possível', 'as soon as possible'],
  noAttempts: ['Ainda não houve tentativa.', 'No attempts yet.'],
  request: ['Requisição', 'Request'],
  response: ['Resposta', 'Response'],
  noResponse: ['Sem resposta', 'No response'],
  truncated: ['A resposta foi cortada ao ser guardada.', 'The response was truncated when it was stored.'],
  timings: ['Tempos da tentativa', 'Attempt timings'],
  curl: ['Copiar como curl, sem assinatura', 'Copy as curl, without the signature'],
  signatureCheck: ['Copiar conferência da assinatura', 'Copy signature check'],
  duration: (ms: number) => [`${ms} ms`, `${ms} ms`] as const,
} as const

export const phaseName: Record<Phase, Text> = {
  dns: ['DNS', 'DNS'],
  connect: ['Conexão', 'Connection'],
  tls: ['TLS', 'TLS'],
  wait: ['Espera', 'Waiting'],
  read: ['Leitura', 'Reading'],
}

export const triggerName: Readonly<Record<string, Text>> = {
  auto: ['Automática', 'Automatic'],
  manual: ['Manual', 'Manual'],
  bulk: ['Em lote', 'In bulk'],
}

/** The text about an answer with the status 410, which disables the endpoint. */
export const gone: Text = [
  'O recebedor respondeu HTTP 410: o endereço não existe mais.',
  'The receiver responded with HTTP 410: the address no longer exists.',
]

/** Returns the advice about a failed attempt; undefined if there is none. */
export const errorHint = (errorClass: string | null, statusCode: number | null): Text | undefined =>
  statusCode === GONE_STATUS ? gone : errorClassHint[errorClass ?? '']

const GONE_STATUS = 410

/** Advice to the merchant about a failed attempt, by error class. */
export const errorClassHint: Readonly<Record<string, Text>> = {
  dns_error: [
    'O nome não existe, ou seus servidores de nomes não responderam. Confira o domínio.',
    'The name does not exist, or its name servers did not respond. Check the domain.',
  ],
  connection_refused: [
    'Ninguém escuta nessa porta. Confira se o servidor está no ar e se a porta é essa.',
    'Nothing is listening on that port. Check that the server is up and the port is correct.',
  ],
  connection_reset: [
    'O recebedor encerrou a conexão sem responder. Confira o proxy ou o firewall dele.',
    'The receiver closed the connection without a response. Check its proxy or firewall.',
  ],
  network_unreachable: [
    'Não há caminho até o endereço. Confira o DNS e a rede do recebedor.',
    'There is no route to the address. Check the DNS and the receiver’s network.',
  ],
  timeout: [
    'Sem resposta em 5 segundos. O recebedor deve responder 2xx primeiro e processar depois.',
    'No response within 5 seconds. The receiver should respond with 2xx first and process afterwards.',
  ],
  tls_error: [
    'Certificado vencido, de outro nome ou de autoridade desconhecida, ou TLS anterior à versão 1.2.',
    'The certificate has expired, is for another name or from an unknown authority, or TLS is older than 1.2.',
  ],
  invalid_response: [
    'A resposta não é HTTP válido, ou seus cabeçalhos são grandes demais.',
    'The response is not valid HTTP, or its headers are too large.',
  ],
  ssrf_blocked: [
    'O nome leva a um endereço privado ou reservado, e nada foi enviado. Confira o DNS do recebedor.',
    'The name resolves to a private or reserved address, and nothing was sent. Check the receiver’s DNS.',
  ],
  redirect: [
    'Redirecionamentos não são seguidos. Registre o endereço final.',
    'Redirects are not followed. Register the final address.',
  ],
  http_4xx: [
    'O recebedor recusou. Confira o caminho, a autenticação e a conferência da assinatura.',
    'The receiver refused the request. Check the path, the authentication and the signature check.',
  ],
  http_5xx: [
    'O recebedor falhou ao processar. Os registros dele dizem por quê: procure pelo id do evento, que está em cada entrega.',
    'The receiver failed to process the request. Its logs say why: look for the event ID, which each delivery shows.',
  ],
  rate_limited: [
    'O recebedor pediu para esperar, e a espera é respeitada. Não conta como falha do endpoint.',
    'The receiver asked the service to wait, and the service waits. This does not count as an endpoint failure.',
  ],
  lease_lost: [
    'O processo que enviava parou no meio. A entrega sai de novo sozinha.',
    'The process that was sending the delivery stopped midway. The service will send it again.',
  ],
  internal: [
    'A falha é nossa: nada foi enviado, e quem opera o serviço foi avisado. Reenvie depois.',
    'The failure is ours: nothing was sent, and the operators have been notified. Replay the delivery later.',
  ],
}

export const replayActions = {
  replay: ['Reenviar', 'Replay'],
  replayDone: ['Entrega na fila de envio', 'Delivery queued'],
  underWay: ['Já está na fila de envio', 'It is already queued'],
} as const

/** Texts that say why nothing can be replayed to an endpoint, by the status of the endpoint. */
export const endpointRefusal: Readonly<Record<EndpointStatus, Text | null>> = {
  active: null,
  disabled: [
    'O endpoint está desativado: antes, é preciso reativar',
    'The endpoint is disabled: enable it first',
  ],
  off: ['O endpoint foi excluído', 'The endpoint was removed'],
}

/** Returns why a delivery cannot be replayed; null if the delivery can be replayed. */
export const replayRefusal = (delivery: {
  endpointStatus: EndpointStatus
  status: DeliveryStatus
}): Text | null =>
  endpointRefusal[delivery.endpointStatus] ?? (delivery.status === 'sending' ? replayActions.underWay : null)
