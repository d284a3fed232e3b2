import { counted, type Text } from '../../text.ts'

export const endpointPerformance = {
  title: ['Desempenho', 'Performance'],
  byHour: ['Entregas por hora', 'Deliveries by hour'],
  byDay: ['Entregas por dia', 'Deliveries by day'],
  lastDay: ['Voltar às últimas 24 horas', 'Back to the last 24 hours'],
  attemptsChart: ['Tentativas', 'Attempts'],
  latencyChart: ['Duração das que tiveram sucesso', 'Duration of those that succeeded'],
  succeeded: ['Tentativas com sucesso', 'Successful attempts'],
  failed: ['Tentativas com falha', 'Failed attempts'],
  nothing: (period: string) =>
    [`Nenhuma tentativa no período: ${period}.`, `No attempt in the period: ${period}.`] as const,
  period: ['Período', 'Period'],
  rate: ['Sucesso', 'Success'],
  median: ['p50', 'p50'],
  most: ['p95', 'p95'],
  upTo: (ms: number) => [`≤ ${ms} ms`, `≤ ${ms} ms`] as const,
  attempts: (count: number) => counted(count, ['# tentativa', '# tentativas'], ['# attempt', '# attempts']),
  errors: ['Falhas nas últimas 24 horas', 'Failures in the last 24 hours'],
  none: ['Nenhuma falha nas últimas 24 horas.', 'No failure in the last 24 hours.'],
} as const

/** Names of the periods, by their length in hours. */
export const periodName: Readonly<Record<number, Text>> = {
  2: ['Últimas 2 h', 'Last 2 h'],
  24: ['Últimas 24 h', 'Last 24 h'],
  168: ['Últimos 7 dias', 'Last 7 days'],
}

/** Advice to the merchant about a failed attempt, by error class. */
export const errorClassHint: Readonly<Record<string, Text>> = {
  dns_error: [
    'O nome não existe, ou seus servidores de nomes não responderam. Confira o domínio.',
    'The name does not exist, or its name servers did not answer. Check the domain.',
  ],
  connection_refused: [
    'Ninguém escuta nessa porta. Confira se o servidor está no ar e se a porta é essa.',
    'Nobody listens on that port. Check that the server is up and that the port is right.',
  ],
  connection_reset: [
    'O recebedor encerrou a conexão sem responder. Confira o proxy ou o firewall dele.',
    'The receiver closed the connection without an answer. Check its proxy or firewall.',
  ],
  network_unreachable: [
    'Não há caminho até o endereço. Confira o DNS e a rede do recebedor.',
    'There is no way to the address. Check the DNS and the network of the receiver.',
  ],
  timeout: [
    'Sem resposta em 5 segundos. O recebedor deve responder 2xx primeiro e processar depois.',
    'No answer within 5 seconds. The receiver should answer 2xx first and process afterwards.',
  ],
  tls_error: [
    'Certificado vencido, de outro nome ou de autoridade desconhecida, ou TLS anterior à versão 1.2.',
    'The certificate has expired, is for another name or of an unknown authority, or TLS is older than 1.2.',
  ],
  invalid_response: [
    'A resposta não é HTTP válido, ou seus cabeçalhos são grandes demais.',
    'The answer is not valid HTTP, or its headers are too large.',
  ],
  ssrf_blocked: [
    'O nome leva a um endereço privado ou reservado, e nada foi enviado. Confira o DNS do recebedor.',
    'The name leads to a private or reserved address, and nothing was sent. Check the DNS of the receiver.',
  ],
  redirect: [
    'Redirecionamentos não são seguidos. Registre o endereço final.',
    'Redirects are not followed. Register the final address.',
  ],
  http_4xx: [
    'O recebedor recusou. Confira o caminho, a autenticação e a conferência da assinatura.',
    'The receiver refused. Check the path, the authentication and the check of the signature.',
  ],
  http_5xx: [
    'O recebedor falhou ao processar. Os registros dele dizem por quê: procure pelo id do evento.',
    'The receiver failed to process it. Its logs tell why: look for the event id.',
  ],
  rate_limited: [
    'O recebedor pediu para esperar, e a espera é respeitada. Não conta como falha do endpoint.',
    'The receiver asked to wait, and is given the time. It does not count as a failure of the endpoint.',
  ],
  lease_lost: [
    'O processo que enviava parou no meio. A entrega sai de novo sozinha.',
    'The process that was sending stopped midway. The delivery goes out again by itself.',
  ],
  internal: [
    'A falha é nossa: nada foi enviado, e quem opera o serviço foi avisado. Reenvie depois.',
    'The failure is ours: nothing was sent, and the operators have been told. Replay it later.',
  ],
}
