import type { Zone } from '../time/day.ts'
import type { Text } from '../text.ts'

/** Texts of the layout of every page. */
export const shell = {
  navigation: ['Navegação principal', 'Main navigation'],
  openNavigation: ['Abrir navegação', 'Open navigation'],
  closeNavigation: ['Fechar navegação', 'Close navigation'],
  operation: ['Operação', 'Operations'],
  finance: ['Financeiro', 'Finance'],
  integration: ['Integração', 'Integration'],
  charges: ['Cobranças', 'Charges'],
  home: ['Início', 'Home'],
  cases: ['Casos', 'Cases'],
  payouts: ['Repasses', 'Payouts'],
  reconciliation: ['Conciliação', 'Reconciliation'],
  merchants: ['Lojistas', 'Merchants'],
  balance: ['Saldo', 'Balance'],
  statement: ['Extrato', 'Statement'],
  webhooks: ['Webhooks', 'Webhooks'],
  apiKeys: ['Chaves de API', 'API keys'],
  merchant: ['Lojista', 'Merchant'],
  allMerchants: ['Todos os lojistas', 'All merchants'],
  chooseMerchant: ['Escolher lojista', 'Choose a merchant'],
  searchMerchant: ['Buscar lojista', 'Search merchants'],
  noMerchants: ['A lista de lojistas não carregou.', 'The list of merchants did not load.'],
  reloadMerchants: ['Recarregar a lista de lojistas', 'Reload the list of merchants'],
  noMerchant: ['Nenhum lojista encontrado', 'No merchant found'],
  needMerchantTitle: ['Escolha um lojista', 'Choose a merchant'],
  needMerchantBody: [
    'Esta página mostra um lojista por vez. A escolha vale também para as outras páginas.',
    'This page shows one merchant at a time. The choice also holds for the other pages.',
  ],
  access: ['Acesso', 'Access'],
  people: ['Pessoas', 'People'],
  audit: ['Auditoria', 'Audit'],
  account: ['Conta', 'Account'],
  myAccount: ['Minha conta', 'My account'],
  accountOf: (name: string) => [`Conta de ${name}`, `Account of ${name}`] as const,
  signOut: ['Sair', 'Sign out'],
  signOutFailed: [
    'Não foi possível sair: considere sua sessão ainda aberta.',
    'Signing out failed: consider your session still open.',
  ],
  timesIn: (zone: string) => [`Horários no fuso ${zone}`, `Times in the ${zone} time zone`] as const,
  language: ['Idioma', 'Language'],
  scheme: ['Aparência', 'Appearance'],
  schemeLight: ['Clara', 'Light'],
  schemeDark: ['Escura', 'Dark'],
  schemeAuto: ['Do sistema', 'System'],
  zone: ['Fuso horário', 'Time zone'],
  pixOff: ['Pix desativado', 'Pix off'],
} as const

export const roles: Record<'support' | 'finance' | 'admin' | 'auditor', Text> = {
  support: ['Suporte', 'Support'],
  finance: ['Financeiro', 'Finance'],
  admin: ['Administração', 'Administrator'],
  auditor: ['Auditoria', 'Auditor'],
}

export const languageNames = { 'pt-BR': 'Português', en: 'English' } as const

export const signIn = {
  title: ['Entrar', 'Sign in'],
  subtitle: ['Use sua conta da equipe.', 'Use your staff account.'],
  email: ['E-mail', 'E-mail'],
  password: ['Senha', 'Password'],
  submit: ['Entrar', 'Sign in'],
  refused: [
    'E-mail ou senha não conferem. Confira os dois e tente de novo.',
    'E-mail or password is wrong. Check both and try again.',
  ],
  limited: [
    'Muitas tentativas. Aguarde alguns minutos antes de tentar de novo.',
    'Too many attempts. Wait a few minutes before trying again.',
  ],
  knownNetworksOnly: [
    'Houve muitas tentativas com este e-mail. Por enquanto, entre de uma rede que você usou nos últimos 90 dias, ou aguarde uma hora.',
    'There were many attempts with this e-mail. For now, sign in from a network that you used in the last 90 days, or wait an hour.',
  ],
  lost: [
    'Perdeu a senha? O console não envia e-mails: peça a quem administra o console um link de uso único para escolher outra. Perdeu o aplicativo de códigos? Use um código de recuperação ou fale com a mesma pessoa.',
    'Lost your password? The console sends no e-mail: ask a console administrator for a one-time link to choose another. Lost your authenticator? Use a recovery code, or ask the same person.',
  ],
  ended: [
    'Sua sessão terminou. Entre de novo para continuar.',
    'Your session has ended. Sign in again to go on.',
  ],
  pitch: ['Cada centavo, do Pix ao repasse.', 'Every centavo, from Pix to payout.'],
  pitchBody: [
    'Cobranças, saldo, extrato e webhooks dos lojistas em um só lugar, com a trilha completa de cada valor.',
    'Charges, balances, statements and webhooks of every merchant in one place, with the full trail of each amount.',
  ],
} as const

export const zoneName: Record<Zone, Text> = {
  'America/Sao_Paulo': ['São Paulo', 'São Paulo'],
  UTC: ['UTC', 'UTC'],
}

/** Returns the name of a time zone with its offset: `Horário de São Paulo (UTC−03:00)`. */
export function zoneTime(zone: Zone, offset: string): Text {
  if (zone === 'UTC') return ['Horário UTC', 'UTC time']
  const [ptBr, en] = zoneName[zone]
  return [`Horário de ${ptBr} (${offset})`, `${en} time (${offset})`]
}
