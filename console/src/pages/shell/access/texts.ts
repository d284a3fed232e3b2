import { counted, type Text } from '../../../lib/text.ts'

export const chooseMerchant = {
  title: (page: string) => [`${page}: escolha um lojista`, `${page}: choose a merchant`] as const,
  body: [
    'Esta página mostra um lojista por vez. A escolha vale também para as outras páginas.',
    'This page shows one merchant at a time. The choice also applies to the other pages.',
  ],
  activeKeys: (count: number) =>
    counted(count, ['# chave ativa', '# chaves ativas'], ['# active key', '# active keys']),
  pixOff: ['Cobranças por Pix desabilitadas', 'Pix charges disabled'],
} as const

export const noAccess = {
  toHome: ['Ir para o Início', 'Go to Home'],
  roles: ([ptBrPage, enPage]: Text, roles: readonly Text[]): Text => [
    `Têm acesso a “${ptBrPage}” os perfis ${joined(
      roles.map(([ptBr]) => ptBr),
      'e',
    )}.`,
    `“${enPage}” is open to the roles ${joined(
      roles.map(([, en]) => en),
      'and',
    )}.`,
  ],
  role: ([ptBr, en]: Text): Text => [`Seu perfil é ${ptBr}.`, `Your role is ${en}.`],
  own: ([ptBr, en]: Text): Text => [
    `O seu é ${ptBr}. Se precisar do acesso, peça à administração.`,
    `Yours is ${en}. If you need access, ask an administrator.`,
  ],
} as const

/** Joins words to `a, b and c`. */
const joined = (words: readonly string[], and: string): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${and} ${words.at(-1)}`
