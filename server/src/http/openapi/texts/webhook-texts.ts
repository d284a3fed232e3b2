import type { ComponentText } from './component-texts.ts'

/** The id that identifies an event for its receiver. */
export const EVENT_ID =
  'O id do evento: evt_ e 26 caracteres, o mesmo em todas as tentativas. Ignore um id já processado'
/** The time of an event. */
export const EVENT_TIME = 'Quando o fato ocorreu (ISO 8601, UTC)'

const DELIVERY_MEMBERS: ComponentText['members'] = {
  event_type: 'O tipo do evento',
  status:
    'pending: aguarda a próxima tentativa; sending: tentativa em curso; succeeded: o endpoint respondeu 2xx; failed: ' +
    'sem mais tentativas; skipped: o endpoint estava desativado',
  attempts: 'As tentativas feitas',
  last_error: [
    'Por que a última tentativa falhou; endpoint_off ou endpoint_disabled: o endpoint foi excluído ou desativado',
    'nenhuma falha',
  ],
}

const ENDPOINT_STATUS = 'active: recebe eventos; disabled: desativado; off: excluído'

const ENDPOINT_MEMBERS: ComponentText['members'] = {
  status: ENDPOINT_STATUS,
  description: ['O texto do lojista sobre o endpoint', 'não foi enviado'],
  disabled_reason: [
    'failing: 5 dias só de falhas; gone: respondeu 410; manual: desativado por uma pessoa',
    'não está desativado',
  ],
  last_error: ['A última tentativa que falhou, mesmo que outras já tenham dado certo', 'nenhuma falhou'],
  last_success_at: ['A última resposta 2xx (ISO 8601, UTC)', 'nenhuma ainda'],
}

const STEP_NOT_RUN = 'a tentativa acabou antes, ou usou uma conexão já aberta'

/** Descriptions of the components of endpoints, deliveries, events and replays, by component name. */
export const WEBHOOK_TEXTS: Readonly<Record<string, ComponentText>> = {
  WebhookEndpoint: { text: 'Um endpoint de webhook', members: { status: ENDPOINT_STATUS } },
  WebhookEndpointDetail: {
    text: 'Um endpoint de webhook, com o último erro e o último sucesso',
    members: ENDPOINT_MEMBERS,
  },
  WebhookEndpointError: {
    text: 'A última tentativa que falhou de um endpoint',
    members: { code: 'Por que falhou', at: 'Quando (ISO 8601, UTC)' },
  },
  WebhookEndpointList: { text: 'Os endpoints que não foram excluídos' },
  RegisteredWebhookEndpoint: { text: 'O endpoint cadastrado, com o segredo' },
  RotatedSecret: {
    text: 'O novo segredo de um endpoint',
    members: {
      previous_expires_at: 'Até quando o segredo anterior também assina, em tempo real (ISO 8601, UTC)',
    },
  },
  Confirmation: { text: 'A confirmação de uma operação', members: { ok: 'Sempre true' } },
  WebhookTestResult: {
    text: 'O resultado de um webhook.test',
    members: {
      latency_ms: 'O tempo total da tentativa, em milissegundos',
      error: ['Por que falhou, como em Attempt', 'o endpoint respondeu 2xx'],
    },
  },
  Delivery: { text: 'A entrega de um evento a um endpoint', members: DELIVERY_MEMBERS },
  DeliveryWithAttempts: {
    text: 'A entrega de um evento a um endpoint, com suas tentativas',
    members: { ...DELIVERY_MEMBERS, attempts: 'As tentativas, da primeira à última' },
  },
  DeliveryPage: { text: 'Uma página de entregas, da mais recente para a mais antiga' },
  Attempt: {
    text: 'Uma tentativa de entrega: uma chamada HTTP ao endpoint',
    members: {
      n: 'O número da tentativa, de 1 em diante',
      trigger:
        'auto: pelo calendário de tentativas; manual: reenvio de uma entrega; bulk: reenvio por filtro',
      timings: 'Os tempos da tentativa, em milissegundos; um passo que não ocorreu é null',
      error: ['Por que falhou', 'deu certo'],
      dns_ms: ['A duração da consulta ao DNS', STEP_NOT_RUN],
      connect_ms: ['A duração da conexão TCP', STEP_NOT_RUN],
      tls_ms: ['A duração da abertura do TLS', STEP_NOT_RUN],
      first_byte_ms: ['Do início da tentativa aos cabeçalhos da resposta', 'não houve resposta'],
      remote_address: ['O endereço IP do recebedor', 'sem conexão'],
      response_body: ['O começo do corpo da resposta, até 16 KiB', 'sem resposta'],
      response_truncated: 'true: o corpo era maior e foi cortado',
    },
  },
  Event: {
    text: 'Um evento da conta, com o resumo das suas entregas',
    members: { id: EVENT_ID, created_at: EVENT_TIME },
  },
  EventDeliveries: {
    text: 'Quantas entregas de um evento há em cada estado',
    members: {
      succeeded: 'As entregas aceitas',
      pending: 'As entregas ainda sem resultado',
      failed: 'As entregas que falharam; as puladas não contam',
    },
  },
  EventPage: { text: 'Uma página de eventos, do mais recente para o mais antigo' },
  FeedEvent: {
    text: 'Um evento da fila ordenada da conta',
    members: { id: EVENT_ID, created_at: EVENT_TIME },
  },
  FeedPage: { text: 'Os eventos depois de um cursor, do mais antigo para o mais recente' },
  Replay: {
    text: 'Um reenvio por filtro e seu andamento',
    members: {
      source:
        'deliveries: entregas do endpoint; events: eventos da conta, também os que o endpoint nunca recebeu',
      event_types: 'Os tipos do filtro; vazia: todos',
      delivery_status: ['O estado das entregas do filtro', 'as que falharam e as puladas'],
      from: 'O início do período, incluído (ISO 8601, UTC)',
      to: 'O fim do período, não incluído (ISO 8601, UTC)',
      include_succeeded: 'true: também as que já foram aceitas',
      status: 'running: em andamento; completed: terminado; stopped: o endpoint foi desativado ou excluído',
      matched: 'Quantas entregas o filtro encontrou',
      queued: 'As que ainda não têm resultado',
      done: 'As que o endpoint aceitou',
      failed: 'As que falharam',
    },
  },
  ReplayPreview: { text: 'O que um reenvio enviaria' },
  ReplayPage: { text: 'Uma página de reenvios, do mais recente para o mais antigo' },
}
