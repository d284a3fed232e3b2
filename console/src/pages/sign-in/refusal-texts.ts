import type { Text } from '../../lib/text.ts'

const REFUSALS: Readonly<Record<string, Text>> = {
  no_role: [
    'Sua conta da empresa não tem acesso a este console. Peça à administração um grupo que tenha.',
    'Your company account has no access to this console. Ask an administrator for a group that has access.',
  ],
  deactivated: [
    'Seu acesso a este console foi desativado. Fale com a administração.',
    'Your access to this console was deactivated. Ask an administrator.',
  ],
  no_verified_email: [
    'Sua conta da empresa não tem um e-mail verificado. Fale com a administração.',
    'Your company account has no verified email. Ask an administrator.',
  ],
  account_not_linked: [
    'Já existe aqui uma conta com este e-mail, que ainda não foi vinculada à sua conta da empresa. Fale com a administração.',
    'An account with this email already exists here but is not linked to your company account yet. Ask an administrator.',
  ],
  provider_away: [
    'A conta da empresa não respondeu. Tente de novo em instantes, ou entre com e-mail e senha.',
    'The company account did not answer. Try again shortly, or sign in with email and password.',
  ],
  provider_refused: [
    'A entrada com a conta da empresa não foi concluída. Tente de novo.',
    'Signing in with the company account was not completed. Try again.',
  ],
  sign_in_over: [
    'O tempo para entrar terminou, ou a entrada começou em outra aba. Comece de novo.',
    'The time to sign in has ended, or the sign-in was started in another tab. Start again.',
  ],
  too_many_attempts: [
    'Muitas entradas começadas deste endereço. Aguarde alguns minutos antes de tentar de novo.',
    'Too many sign-ins were started from this address. Wait a few minutes before trying again.',
  ],
  other_person: [
    'Quem confirmou foi outra conta da empresa. Confirme com a mesma com que entrou.',
    'You confirmed with a different company account. Use the account you signed in with.',
  ],
  role_changed: [
    'Seu perfil mudou. Entre de novo para continuar.',
    'Your role has changed. Sign in again to continue.',
  ],
}

const FAILED: Text = [
  'Não foi possível entrar com a conta da empresa. Tente de novo em instantes.',
  'Signing in with the company account failed. Try again shortly.',
]

/** Returns the text for the code of a refused provider sign-in. The code is from the URL, so it may be any text. */
export const refusalText = (refused: string): Text =>
  Object.hasOwn(REFUSALS, refused) ? (REFUSALS[refused] ?? FAILED) : FAILED
