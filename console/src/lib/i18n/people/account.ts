import { counted } from '../../text.ts'

/** Texts of authentication: codes, authenticator apps and passwords. */
export const account = {
  title: ['Senha e códigos', 'Password and codes'],
  code: ['Código', 'Code'],
  codeTitle: ['Confirme que é você', 'Confirm it is you'],
  codeHint: [
    'Digite o código de 6 dígitos do seu aplicativo autenticador, ou um código de recuperação.',
    'Type the 6-digit code of your authenticator app, or a recovery code.',
  ],
  stepUpHint: [
    'Esta operação pede uma confirmação recente. Nada do que você preencheu se perde.',
    'This operation asks for a recent confirmation. Nothing you typed is lost.',
  ],
  confirm: ['Confirmar', 'Confirm'],
  continue: ['Continuar', 'Continue'],
  otherAccount: ['Entrar com outra conta', 'Use another account'],
  refused: [
    'Os dados não conferem, ou o código já foi usado. Espere o próximo código e tente de novo.',
    'These do not match, or the code was used already. Wait for the next code and try again.',
  ],
  over: ['O tempo para confirmar terminou. Comece de novo.', 'The time to confirm has ended. Begin again.'],
  enrolTitle: ['Configure o aplicativo autenticador', 'Set up your authenticator app'],
  enrolHint: [
    'Leia a imagem com o aplicativo autenticador do celular, ou digite a chave nele. Depois informe o código que ele mostra.',
    'Read the picture with the authenticator app of your phone, or type the key into it. Then give the code it shows.',
  ],
  enrolNeeded: [
    'Esta operação pede um aplicativo autenticador, que sua conta ainda não tem.',
    'This operation asks for an authenticator app, which your account does not have yet.',
  ],
  picture: ['Imagem para o aplicativo autenticador', 'Picture for the authenticator app'],
  key: ['Chave', 'Key'],
  codesTitle: ['Guarde os códigos de recuperação', 'Keep your recovery codes'],
  codesHint: [
    'Cada código vale uma vez, no lugar do aplicativo, se você perder o celular.',
    'Each code counts once, in place of the app, should you lose the phone.',
  ],
  codesSection: ['Códigos de recuperação', 'Recovery codes'],
  codesLabel: ['códigos de recuperação', 'recovery codes'],
  download: ['Baixar como arquivo', 'Download as a file'],
  againTitle: ['Sua sessão terminou', 'Your session has ended'],
  againHint: [
    'Entre de novo para continuar de onde parou. Nada do que estava na tela se perde.',
    'Sign in again to go on where you were. Nothing that was on the screen is lost.',
  ],
  leave: ['Sair', 'Sign out'],
  endingTitle: ['Sua sessão está para terminar', 'Your session is about to end'],
  endingIn: (seconds: number) =>
    counted(
      seconds,
      ['Sem atividade, ela termina em # segundo.', 'Sem atividade, ela termina em # segundos.'],
      ['Without activity it ends in # second.', 'Without activity it ends in # seconds.'],
    ),
  stay: ['Continuar conectado', 'Stay signed in'],
  limitReached: [
    'Uma sessão dura no máximo 10 horas. Entre de novo agora para continuar.',
    'A session lasts 10 hours at most. Sign in again now to go on.',
  ],
  signInAgain: ['Entrar de novo', 'Sign in again'],
  password: ['Senha', 'Password'],
  showPassword: ['Mostrar a senha', 'Show the password'],
  passwordTitle: ['Trocar a senha', 'Change the password'],
  passwordHint: [
    'Ao trocar a senha, todas as suas outras sessões terminam.',
    'Changing the password ends all your other sessions.',
  ],
  current: ['Senha atual', 'Current password'],
  fresh: ['Nova senha', 'New password'],
  freshHint: ['Pelo menos 12 caracteres', 'At least 12 characters'],
  repeat: ['Repita a nova senha', 'Repeat the new password'],
  differ: ['As duas senhas são diferentes', 'The two passwords differ'],
  tooShort: ['A senha precisa de 12 caracteres ou mais', 'The password needs 12 characters or more'],
  passwordChanged: [
    'Senha trocada. As outras sessões terminaram.',
    'Password changed. The other sessions have ended.',
  ],
  app: ['Aplicativo autenticador', 'Authenticator app'],
  appOn: ['Configurado', 'Set up'],
  appOff: ['Não configurado', 'Not set up'],
  setUp: ['Configurar aplicativo', 'Set up an app'],
  replace: ['Trocar de aplicativo', 'Replace the app'],
  appDone: ['Aplicativo configurado.', 'The app is set up.'],
  codesLeft: (count: number) =>
    counted(
      count,
      ['# código de recuperação restante', '# códigos de recuperação restantes'],
      ['# recovery code left', '# recovery codes left'],
    ),
  renew: ['Gerar novos códigos', 'Make new codes'],
  renewHint: [
    'Os códigos antigos deixam de valer assim que os novos são gerados.',
    'The old codes stop counting as soon as the new ones are made.',
  ],
} as const

export const preferences = {
  title: ['Preferências', 'Preferences'],
  description: ['Valem para você, neste navegador.', 'They are yours, in this browser.'],
  reading: ['Leitura', 'Reading'],
  zoneHint: [
    'Todos os horários, e onde começa e termina cada dia dos filtros. Um link abre com o fuso de quem o copiou.',
    'Every time, and where each day of a filter begins and ends. A link opens in the zone of who copied it.',
  ],
  negatives: ['Valores negativos', 'Negative amounts'],
  negativesHint: [
    'Entre parênteses, como na contabilidade, ou com o sinal de menos.',
    'In parentheses, as in accounting, or with a minus sign.',
  ],
  keyboard: ['Teclado', 'Keyboard'],
  shortcutsHint: [
    'Teclas sozinhas, como J, K e G, atrapalham quem dita ou usa outros recursos. Ctrl+K continua valendo.',
    'Keys on their own, such as J, K and G, get in the way of dictation and other aids. Ctrl+K stays.',
  ],
} as const
