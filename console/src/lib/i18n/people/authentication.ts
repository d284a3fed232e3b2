export const signInRefusals = {
  limited: [
    'Muitas tentativas. Aguarde alguns minutos antes de tentar de novo.',
    'Too many attempts. Wait a few minutes before trying again.',
  ],
  knownNetworksOnly: [
    'Houve muitas tentativas com este e-mail. Por enquanto, entre de uma rede que você usou nos últimos 90 dias, ou aguarde uma hora.',
    'There were many attempts with this e-mail. For now, sign in from a network that you used in the last 90 days, or wait an hour.',
  ],
  refused: [
    'Os dados não conferem, ou o código já foi usado. Espere o próximo código e tente de novo.',
    'These do not match, or the code was used already. Wait for the next code and try again.',
  ],
  over: ['O tempo para confirmar terminou. Comece de novo.', 'The time to confirm has ended. Begin again.'],
} as const

/** Texts of authentication: codes, authenticator apps and passwords. */
export const authentication = {
  code: ['Código', 'Code'],
  confirm: ['Confirmar', 'Confirm'],
  continue: ['Continuar', 'Continue'],
  enrolHint: [
    'Leia a imagem com o aplicativo autenticador do celular, ou digite a chave nele. Depois informe o código que ele mostra.',
    'Read the picture with the authenticator app of your phone, or type the key into it. Then give the code it shows.',
  ],
  picture: ['Imagem para o aplicativo autenticador', 'Picture for the authenticator app'],
  key: ['Chave', 'Key'],
  codesHint: [
    'Cada código vale uma vez, no lugar do aplicativo, se você perder o celular.',
    'Each code counts once, in place of the app, should you lose the phone.',
  ],
  codesLabel: ['códigos de recuperação', 'recovery codes'],
  download: ['Baixar como arquivo', 'Download as a file'],
  showPassword: ['Mostrar a senha', 'Show the password'],
  current: ['Senha atual', 'Current password'],
} as const
