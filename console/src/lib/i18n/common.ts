import { counted, countText, type Text } from '../text.ts'

export const common = {
  product: ['Pix Console', 'Pix Console'],
  test: ['Teste', 'Test'],
  copy: ['Copiar', 'Copy'],
  copied: ['Copiado', 'Copied'],
  notCopied: [
    'Não foi possível copiar: o navegador recusou. Selecione o texto e copie-o.',
    'This could not be copied: the browser refused. Select the text and copy it.',
  ],
  iso: ['data ISO', 'ISO date'],
  copyOf: (what: string) => [`Copiar ${what}`, `Copy ${what}`] as const,
  cancel: ['Cancelar', 'Cancel'],
  reason: ['Justificativa', 'Reason'],
  reasonMissing: ['Diga por quê', 'Enter a reason'],
  choose: ['Escolha', 'Choose'],
  chooseOne: ['Escolha uma opção', 'Choose an option'],
  save: ['Salvar', 'Save'],
  close: ['Fechar', 'Close'],
  apply: ['Aplicar', 'Apply'],
  clear: ['Limpar', 'Clear'],
  clearFilters: ['Limpar filtros', 'Clear filters'],
  all: ['Todos', 'All'],
  allOfThese: ['Todas', 'All'],
  loading: ['Carregando', 'Loading'],
  loadMore: ['Carregar mais', 'Load more'],
  retry: ['Tentar de novo', 'Try again'],
  unanswered: [
    'O pedido pode ter sido feito. Tentar de novo envia o mesmo pedido, que vale uma só vez.',
    'The request may have gone through. Trying again sends the same request, which takes effect only once.',
  ],
  neighbours: ['Na lista', 'In the list'],
  previousItem: ['Item anterior da lista', 'Previous item of the list'],
  nextItem: ['Próximo item da lista', 'Next item of the list'],
  yes: ['Sim', 'Yes'],
  no: ['Não', 'No'],
  done: ['Concluir', 'Done'],
  hours: ['Horas', 'Hours'],
  minutes: ['Minutos', 'Minutes'],
  live: ['Ao vivo', 'Live'],
  liveHint: [
    'Atualiza sozinho enquanto a página está visível',
    'Updates automatically while the page is visible',
  ],
  shown: (count: number) =>
    counted(count, ['# item exibido', '# itens exibidos'], ['# item shown', '# items shown']),
  countAll: ['Contar todos', 'Count all'],
  notCounted: ['não foi possível contar', 'the items could not be counted'],
  ofAll: (count: number) => [`de ${countText(count, 'pt-BR')}`, `of ${countText(count, 'en')}`] as const,
  ofMoreThan: (count: number) =>
    [`de mais de ${countText(count, 'pt-BR')}`, `of more than ${countText(count, 'en')}`] as const,
  fresh: (count: number) => counted(count, ['# item novo', '# itens novos'], ['# new item', '# new items']),
  freshMany: (count: number) => [`Mais de ${count} itens novos`, `More than ${count} new items`] as const,
  showFresh: ['Mostrar', 'Show'],
  endOfList: ['Fim da lista', 'End of the list'],
  startOfList: ['Início da lista', 'Start of the list'],
  numberInvalid: ['Informe um número inteiro', 'Enter a whole number'],
  allMerchants: ['Todos os lojistas', 'All merchants'],
  showPassword: ['Mostrar a senha', 'Show the password'],
} as const

/** Texts for empty lists, refused access and failures. */
export const outcomes = {
  notAllowedTitle: ['Seu perfil não tem acesso', 'Your role has no access'],
  notAllowedBody: ['Sua conta não tem esta permissão.', 'Your account does not have this permission.'],
  noMatchTitle: ['Nada corresponde aos filtros', 'Nothing matches the filters'],
  noMatchBody: [
    'Há registros, mas nenhum atende a tudo o que foi pedido.',
    'There are records, but none match all the filters.',
  ],
  errorTitle: ['Não foi possível carregar', 'This could not be loaded'],
  errorOffline: [
    'Sem conexão: nada foi enviado. Tente de novo quando a conexão voltar.',
    'No connection: nothing was sent. Try again when the connection is back.',
  ],
  errorOfflineRead: [
    'Sem conexão. A página carrega quando a conexão voltar.',
    'No connection. The page loads when the connection is back.',
  ],
  errorUnknown: [
    'O servidor não respondeu, e a operação pode ter sido feita. Confira antes de tentar de novo.',
    'The server did not answer, and the operation may have been carried out. Check before you try again.',
  ],
  errorSilent: ['O servidor não respondeu.', 'The server did not answer.'],
  errorNoAnswer: [
    'O servidor não respondeu. Verifique sua conexão e tente de novo.',
    'The server did not answer. Check your connection and try again.',
  ],
  errorServer: [
    'Houve uma falha no servidor. Tente de novo; se continuar, envie o código abaixo ao suporte técnico.',
    'The server failed. Try again; if it keeps failing, send the code below to engineering.',
  ],
  errorLimited: [
    'Muitas chamadas em pouco tempo. Aguarde alguns segundos e tente de novo.',
    'Too many calls in a short time. Wait a few seconds and try again.',
  ],
  productionOnly: ['Só existe em produção', 'Only in production'],
  needsRole: (roles: readonly Text[]): Text => [
    `Perfil necessário: ${roles.map(([ptBr]) => ptBr).join(' ou ')}`,
    `Required role: ${roles.map(([, en]) => en).join(' or ')}`,
  ],
  correlation: ['Código de correlação', 'Correlation ID'],
  crashTitle: ['Esta página quebrou', 'This page crashed'],
  crashBody: [
    'O erro é nosso. Recarregar costuma resolver; nada do que já foi gravado se perdeu.',
    'The fault is ours. Reloading usually helps; nothing already saved was lost.',
  ],
  reload: ['Recarregar a página', 'Reload the page'],
  partFailed: [
    'Não foi possível carregar esta parte da página.',
    'This part of the page could not be loaded.',
  ],
  stoppedTitle: ['O console parou de funcionar', 'The console stopped working'],
  notFoundTitle: ['Página não encontrada', 'Page not found'],
  notFoundBody: [
    'O endereço pode ter mudado, ou o link veio incompleto.',
    'The address may have changed, or the link is incomplete.',
  ],
  notFoundAction: ['Ir para as cobranças', 'Go to charges'],
  signOutFailed: [
    'Não foi possível sair: considere sua sessão ainda aberta.',
    'Could not sign out: your session may still be open.',
  ],
} as const
