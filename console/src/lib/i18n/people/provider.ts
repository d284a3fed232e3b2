import type { Text } from '../../text.ts'

export const provider = {
  enterWith: (name: string) => [`Entrar com ${name}`, `Sign in with ${name}`] as const,
  or: ['ou com e-mail e senha', 'or with e-mail and password'],
  adminsOnly: [
    'senha: só para a administração, em emergências',
    'password: for administrators only, in emergencies',
  ],
  prove: ['Confirmar em outra aba', 'Confirm in another tab'],
  proveHint: [
    'Entre de novo na sua conta da empresa, na aba que se abre, e volte para esta.',
    'Sign in to your company account again, in the tab that opens, and come back to this one.',
  ],
  waiting: ['Aguardando a outra aba…', 'Waiting for the other tab…'],
  confirmedTitle: ['Confirmado', 'Confirmed'],
  confirmedBody: [
    'Você já pode fechar esta aba e continuar onde estava.',
    'You may close this tab and go on where you were.',
  ],
  linked: ['Conta da empresa', 'Company account'],
  linkedTo: (subject: string, issuer: string) =>
    [`Ligada a ${subject} em ${issuer}, desde`, `Linked to ${subject} at ${issuer}, since`] as const,
  notLinked: ['Não ligada', 'Not linked'],
  unlink: ['Desligar da conta da empresa', 'Unlink the company account'],
  unlinkMineBody: [
    'Você deixa de entrar com a conta da empresa; as sessões que começaram por ela terminam. Só a administração pode ligar as duas de novo.',
    'You no longer sign in with the company account; sessions begun with it end. Only an administrator can link the two again.',
  ],
  unlinkBody: [
    'A pessoa deixa de entrar com a conta da empresa; as sessões que começaram por ela terminam. Sem senha aqui, ela fica sem acesso até receber um link para nova senha ou ser ligada de novo.',
    'The person no longer signs in with the company account; sessions begun with it end. Without a password here they have no access until they get a link to a new password or are linked again.',
  ],
  unlinked: ['Conta da empresa desligada', 'Company account unlinked'],
  needsPassword: [
    'Entre com e-mail e senha para desligar: assim você não perde o acesso',
    'Sign in with e-mail and password to unlink: so you keep your access',
  ],
  refusedTitle: ['Não foi confirmado', 'Not confirmed'],
  goBack: [
    'Feche esta aba e tente de novo na aba em que estava.',
    'Close this tab and try again in the one where you were.',
  ],
} as const

const REFUSALS: Readonly<Record<string, Text>> = {
  no_role: [
    'Sua conta da empresa não tem acesso a este console. Peça à administração um grupo que tenha.',
    'Your company account has no access to this console. Ask an administrator for a group that has.',
  ],
  deactivated: [
    'Seu acesso a este console foi desativado. Fale com a administração.',
    'Your access to this console was deactivated. Ask an administrator.',
  ],
  no_verified_email: [
    'Sua conta da empresa não tem um e-mail verificado. Fale com a administração.',
    'Your company account has no verified e-mail. Ask an administrator.',
  ],
  account_not_linked: [
    'Já existe aqui uma conta com este e-mail, que ainda não foi ligada à sua conta da empresa. Fale com a administração.',
    'There is an account with this e-mail here, which is not linked to your company account yet. Ask an administrator.',
  ],
  provider_away: [
    'A conta da empresa não respondeu. Tente de novo em instantes, ou entre com e-mail e senha.',
    'The company account did not answer. Try again shortly, or sign in with e-mail and password.',
  ],
  provider_refused: [
    'A entrada com a conta da empresa não foi concluída. Tente de novo.',
    'Signing in with the company account was not completed. Try again.',
  ],
  sign_in_over: [
    'O tempo para entrar terminou, ou a entrada começou em outra aba. Comece de novo.',
    'The time to sign in has ended, or it was begun in another tab. Begin again.',
  ],
  too_many_attempts: [
    'Muitas entradas começadas deste endereço. Aguarde alguns minutos antes de tentar de novo.',
    'Too many sign-ins were begun from this address. Wait a few minutes before trying again.',
  ],
  other_person: [
    'Quem confirmou foi outra conta da empresa. Confirme com a mesma com que entrou.',
    'Another company account confirmed. Confirm with the one that you signed in with.',
  ],
  role_changed: [
    'Seu perfil mudou. Entre de novo para continuar.',
    'Your role has changed. Sign in again to go on.',
  ],
}

const FAILED: Text = [
  'Não foi possível entrar com a conta da empresa. Tente de novo em instantes.',
  'Signing in with the company account failed. Try again shortly.',
]

/** Returns the text for a refusal by the identity provider. The code comes from the URL, so it may be anything. */
export const refusalText = (refused: string): Text =>
  Object.hasOwn(REFUSALS, refused) ? (REFUSALS[refused] ?? FAILED) : FAILED
