import type { SearchKind } from '../search-kind.ts'
import type { Text } from './text.ts'

/** Finding anything, and the keys that lead everywhere. */
export const find = {
  title: ['Encontrar', 'Find'],
  open: ['Encontrar qualquer coisa', 'Find anything'],
  short: ['Encontrar…', 'Find…'],
  placeholder: ['Pedido, id, E2E, CPF, valor, chave…', 'Order, id, E2E, CPF, amount, key…'],
  results: ['Resultados', 'Results'],
  hint: [
    'Cole um id, um E2E, um CPF, um valor ou o número de um pedido.',
    'Paste an id, an E2E id, a CPF, an amount or an order number.',
  ],
  action: ['Ação', 'Action'],
  page: ['Página', 'Page'],
  all: ['Ver tudo', 'Show all'],
  allIn: (text: string) => [`Todas as cobranças com “${text}”`, `All charges with “${text}”`] as const,
  newKey: ['Nova chave de API…', 'New API key…'],
  replay: ['Reenviar webhooks…', 'Replay webhooks…'],
  recordPayout: ['Registrar repasse…', 'Record a payout…'],
  registerEndpoint: ['Registrar endpoint…', 'Register an endpoint…'],
  invite: ['Convidar alguém…', 'Invite somebody…'],
  nothing: ['Nada foi encontrado.', 'Nothing was found.'],
  pages: ['Páginas', 'Pages'],
  shortcuts: ['Atalhos', 'Shortcuts'],
  shortcutsOn: ['Atalhos de uma tecla', 'Single-key shortcuts'],
  on: ['Ligados', 'On'],
  off: ['Desligados', 'Off'],
  turnOff: ['Ligar ou desligar em Preferências', 'Turn on or off in Preferences'],
  help: ['Atalhos do teclado', 'Keyboard shortcuts'],
  next: ['Próxima linha, ou o próximo item da lista', 'Next row, or the next item of the list'],
  previous: ['Linha ou item anterior', 'Previous row or item'],
  copyId: ['Copiar o identificador', 'Copy the id'],
  thisHelp: ['Esta ajuda', 'This help'],
  goTo: (page: string) => [`Ir para ${page}`, `Go to ${page}`] as const,
} as const

/** What was found. */
export const hitKind: Record<SearchKind, Text> = {
  charge: ['Cobrança', 'Charge'],
  refund: ['Devolução', 'Refund'],
  financial_case: ['Caso', 'Case'],
  payout: ['Repasse', 'Payout'],
  journal_entry: ['Lançamento', 'Entry'],
  webhook_endpoint: ['Endpoint', 'Endpoint'],
  webhook_delivery: ['Entrega', 'Delivery'],
  webhook_event: ['Evento', 'Event'],
  api_key: ['Chave de API', 'API key'],
  merchant: ['Lojista', 'Merchant'],
}
