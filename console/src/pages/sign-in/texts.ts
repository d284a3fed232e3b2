import { counted, type Text } from '../../lib/text.ts'

export const account = {
  codeTitle: ['Confirme que é você', 'Confirm it’s you'],
  codeHint: [
    'Digite o código de 6 dígitos do seu aplicativo autenticador, ou um código de recuperação.',
    'Type the 6-digit code from your authenticator app, or a recovery code.',
  ],
  stepUpHint: (about: string | undefined): Text => [
    `${about === undefined ? 'Esta operação' : `“${about}”`} pede uma confirmação recente. Nada do que você preencheu se perde.`,
    `${about === undefined ? 'This operation' : `“${about}”`} needs a recent confirmation that it is you. Nothing you typed is lost.`,
  ],
  otherAccount: ['Entrar com outra conta', 'Use another account'],
  enrolTitle: ['Cadastre o aplicativo autenticador', 'Enrol your authenticator app'],
  enrolNeeded: [
    'Esta operação pede um aplicativo autenticador, que sua conta ainda não tem.',
    'This operation requires an authenticator app, which your account does not have yet.',
  ],
  codesTitle: ['Guarde os códigos de recuperação', 'Save your recovery codes'],
  codesSection: ['Códigos de recuperação', 'Recovery codes'],
  againTitle: ['Sua sessão terminou', 'Your session has ended'],
  againHint: [
    'Entre de novo para continuar de onde parou. Nada do que estava na tela se perde.',
    'Sign in again to continue where you left off. Nothing on the screen is lost.',
  ],
  leave: ['Sair', 'Sign out'],
  endingTitle: ['Sua sessão está para terminar', 'Your session is about to end'],
  endingIn: (seconds: number) =>
    counted(
      seconds,
      ['Sem atividade, ela termina em # segundo.', 'Sem atividade, ela termina em # segundos.'],
      ['Without activity, it ends in # second.', 'Without activity, it ends in # seconds.'],
    ),
  stay: ['Continuar conectado', 'Stay signed in'],
  limitReached: [
    'Uma sessão dura no máximo 10 horas. Entre de novo agora para continuar.',
    'A session lasts at most 10 hours. Sign in again now to continue.',
  ],
  signInAgain: ['Entrar de novo', 'Sign in again'],
  passwordTitle: ['Trocar a senha', 'Change password'],
  passwordHint: [
    'Ao trocar a senha, todas as suas outras sessões terminam.',
    'Changing the password ends all your other sessions.',
  ],
  fresh: ['Nova senha', 'New password'],
  freshHint: ['Pelo menos 12 caracteres', 'At least 12 characters'],
  repeat: ['Repita a nova senha', 'Repeat the new password'],
  differ: ['As duas senhas são diferentes', 'The passwords do not match'],
  tooShort: ['A senha precisa de 12 caracteres ou mais', 'The password needs at least 12 characters'],
  passwordChanged: [
    'Senha trocada. As outras sessões terminaram.',
    'Password changed. Your other sessions have ended.',
  ],
  app: ['Aplicativo autenticador', 'Authenticator app'],
  appOn: ['Cadastrado', 'Enrolled'],
  appOff: ['Sem aplicativo', 'No authenticator'],
  setUp: ['Cadastrar aplicativo', 'Enrol an app'],
  replace: ['Trocar de aplicativo', 'Replace the app'],
  codesLeft: (count: number) =>
    counted(
      count,
      ['# código de recuperação restante', '# códigos de recuperação restantes'],
      ['# recovery code left', '# recovery codes left'],
    ),
  renew: ['Gerar novos códigos', 'Generate new codes'],
  renewHint: [
    'Os códigos antigos deixam de valer assim que os novos são gerados.',
    'The old codes stop working as soon as new ones are generated.',
  ],
  code: ['Código', 'Code'],
  confirm: ['Confirmar', 'Confirm'],
  continue: ['Continuar', 'Continue'],
  enrolHint: [
    'Leia a imagem com o aplicativo autenticador do celular, ou digite a chave nele. Depois informe o código que ele mostra.',
    'Scan the QR code with the authenticator app on your phone, or type the key into the app. Then enter the code it shows.',
  ],
  picture: ['Imagem para o aplicativo autenticador', 'QR code for the authenticator app'],
  key: ['Chave', 'Key'],
  codesHint: [
    'Cada código vale uma vez, no lugar do aplicativo, se você perder o celular.',
    'If you lose the phone, use a code instead of the app. Each code works once.',
  ],
  codesLabel: ['códigos de recuperação', 'recovery codes'],
  download: ['Baixar como arquivo', 'Download as a file'],
  current: ['Senha atual', 'Current password'],
  currentMissing: ['Informe a senha atual', 'Enter your current password'],
} as const

export const signIn = {
  title: ['Entrar', 'Sign in'],
  subtitle: ['Use sua conta da equipe.', 'Use your staff account.'],
  email: ['E-mail', 'Email'],
  password: ['Senha', 'Password'],
  submit: ['Entrar', 'Sign in'],
  refused: [
    'E-mail ou senha não conferem. Confira os dois e tente de novo.',
    'Wrong email or password. Check both and try again.',
  ],
  lost: [
    'Perdeu a senha? O console não envia e-mails: peça a quem administra o console um link de uso único para escolher outra. Perdeu o aplicativo autenticador? Use um código de recuperação ou fale com a mesma pessoa.',
    'Forgot your password? The console does not send email: ask a console administrator for a one-time password reset link. Lost your authenticator? Use a recovery code, or ask the same person.',
  ],
  ended: [
    'Sua sessão terminou. Entre de novo para continuar.',
    'Your session has ended. Sign in again to continue.',
  ],
  pitch: ['Cada centavo, do Pix ao repasse.', 'Every centavo, from Pix to payout.'],
  pitchBody: [
    'Cobranças, saldo, extrato e webhooks dos lojistas em um só lugar, com a trilha completa de cada valor.',
    'Charges, balances, statements and webhooks of every merchant in one place, with the full trail of each amount.',
  ],
} as const
