import type { SearchKind } from './palette/search-kind.ts'
import type { Text } from '../../lib/text.ts'
import type { SearchTextKind } from './palette/search-text.ts'

export const find = {
  shortcut: ['Exportar a lista', 'Export the list'],
  title: ['Encontrar', 'Find'],
  open: ['Encontrar qualquer coisa', 'Find anything'],
  short: ['Encontrar…', 'Find…'],
  placeholder: ['Pedido, id, E2E, CPF, valor, chave…', 'Order, ID, E2E, CPF, amount, key…'],
  newKeySynonyms: ['criar chave, gerar chave, adicionar chave', 'create key, generate key, add key'],
  replaySynonyms: ['enviar webhooks de novo, reenvio em lote', 'send webhooks again, bulk replay'],
  recordPayoutSynonyms: ['criar repasse, pagar lojista, transferir', 'create payout, pay merchant, transfer'],
  registerEndpointSynonyms: ['criar webhook, adicionar endpoint, novo', 'create webhook, add endpoint, new'],
  inviteSynonyms: ['criar pessoa, adicionar usuário, novo acesso', 'create user, add person, new access'],
  searchedIn: ['Busca em', 'Searched in'],
  cut: ['Só 4 de cada tipo: digite mais', 'Only 4 of each type: keep typing'],
  results: ['Resultados', 'Results'],
  hint: [
    'Cole um id, um E2E, um copia e cola, um CPF, um valor ou o número de um pedido.',
    'Paste an ID, an E2E ID, the text of a QR code, a CPF, an amount or an order number.',
  ],
  action: ['Ação', 'Action'],
  page: ['Página', 'Page'],
  all: ['Ver tudo', 'Show all'],
  allIn: (text: string) => [`Todas as cobranças com “${text}”`, `All charges with “${text}”`] as const,
  newKey: ['Nova chave de API…', 'New API key…'],
  replay: ['Reenviar webhooks…', 'Replay webhooks…'],
  recordPayout: ['Registrar repasse…', 'Record a payout…'],
  registerEndpoint: ['Registrar endpoint…', 'Register an endpoint…'],
  invite: ['Convidar alguém…', 'Invite someone…'],
  turnOff: ['Ligar ou desligar em Preferências', 'Turn on or off in Preferences'],
  help: ['Atalhos do teclado', 'Keyboard shortcuts'],
  next: ['Próxima linha, ou o próximo item da lista', 'Next row or list item'],
  previous: ['Linha ou item anterior', 'Previous row or list item'],
  copyId: ['Copiar o identificador', 'Copy the ID'],
  or: ['ou', 'or'],
  andThen: ['depois', 'then'],
  thisHelp: ['Esta ajuda', 'This help'],
  goTo: (page: string) => [`Ir para ${page}`, `Go to ${page}`] as const,
} as const

export const shell = {
  skipToContent: ['Ir para o conteúdo', 'Skip to content'],
  navigation: ['Navegação principal', 'Main navigation'],
  openNavigation: ['Abrir navegação', 'Open navigation'],
  closeNavigation: ['Fechar navegação', 'Close navigation'],
  operation: ['Operação', 'Operations'],
  finance: ['Financeiro', 'Finance'],
  integration: ['Integração', 'Integration'],
  home: ['Início', 'Home'],
  merchants: ['Lojistas', 'Merchants'],
  merchant: ['Lojista', 'Merchant'],
  noMerchants: ['A lista de lojistas não carregou.', 'The merchant list did not load.'],
  reloadMerchants: ['Recarregar a lista de lojistas', 'Reload the merchant list'],
  noMerchant: ['Nenhum lojista encontrado', 'No merchant found'],
  access: ['Acesso', 'Access'],
  people: ['Pessoas', 'People'],
  requests: ['Chamadas da API', 'API calls'],
  pixAccounts: ['Contas PSP', 'PSP accounts'],
  audit: ['Auditoria', 'Audit'],
  myAccount: ['Minha conta', 'My account'],
  accountOf: (name: string) => [`Conta de ${name}`, `Account of ${name}`] as const,
  signOut: ['Sair', 'Sign out'],
  timesIn: (zone: string) => [`Horários no fuso ${zone}`, `Times in the ${zone} time zone`] as const,
  missingCells: (cells: readonly string[]) =>
    cells.length === 1
      ? ([`A célula ${cells[0] ?? ''} não respondeu`, `Cell ${cells[0] ?? ''} did not answer`] as const)
      : ([
          `As células ${cells.join(', ')} não responderam`,
          `Cells ${cells.join(', ')} did not answer`,
        ] as const),
  missingMerchants: [
    'Faltam lojistas nesta página e nos totais. A página se completa sozinha quando todas as células responderem.',
    'Merchants are missing on this page and in its totals. The page becomes complete when all cells answer.',
  ],
} as const

/** Advice when a search found nothing, by the kind of the search text. */
export const nothingFound: Record<SearchTextKind, Text> = {
  id: [
    'Nada do que seu perfil vê tem este id, e nenhuma requisição com este código criou cobrança ou moveu dinheiro.',
    'Nothing your role can see has this ID, and no request with this ID created a charge or moved money.',
  ],
  endToEnd: [
    'Nenhum pagamento ou devolução tem este id da rede. Maiúsculas e minúsculas contam: cole, não digite. Um Pix de agora pode levar alguns segundos.',
    'No payment or refund has this network ID. Upper and lower case matter: paste the ID, do not type it. A Pix made just now may take a few seconds.',
  ],
  event: [
    'Nenhum evento tem este id. Eventos são guardados por 90 dias.',
    'No event has this ID. Events are kept for 90 days.',
  ],
  key: [
    'Nenhuma chave começa assim. Maiúsculas e minúsculas contam, e são precisos os 12 caracteres depois de svc_live_ ou svc_test_. Chaves de teste só são achadas no ambiente de teste do lojista.',
    'No key starts like this. Upper and lower case matter, and all 12 characters after svc_live_ or svc_test_ are needed. Test keys are found only in the merchant’s test environment.',
  ],
  document: [
    'Nenhuma cobrança nem lojista tem este documento. Confira o que foi digitado.',
    'No charge or merchant has this document. Check what you typed.',
  ],
  amount: [
    'Nenhuma cobrança tem exatamente este valor. Para uma faixa, use o filtro Valor da lista de cobranças.',
    'No charge has exactly this amount. For a range, use the Amount filter in the list of charges.',
  ],
  words: [
    'Nada foi encontrado. Pedidos são achados pelo começo; nomes, pelo começo de uma palavra e na ordem em que estão escritos.',
    'Nothing was found. Orders are matched from the start; names from the start of a word, in the order they are written.',
  ],
}

export const hitKind: Record<SearchKind, Text> = {
  charge: ['Cobrança', 'Charge'],
  refund: ['Devolução', 'Refund'],
  financial_case: ['Caso', 'Case'],
  payout: ['Repasse', 'Payout'],
  journal_entry: ['Lançamento', 'Journal entry'],
  webhook_endpoint: ['Endpoint', 'Endpoint'],
  webhook_delivery: ['Entrega', 'Delivery'],
  webhook_event: ['Evento', 'Event'],
  api_key: ['Chave de API', 'API key'],
  merchant: ['Lojista', 'Merchant'],
}
