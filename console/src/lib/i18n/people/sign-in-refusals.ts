/** Texts for the reasons for which the server refuses a sign-in. */
export const signInRefusals = {
  limited: [
    'Muitas tentativas. Aguarde alguns minutos antes de tentar de novo.',
    'Too many attempts. Wait a few minutes before trying again.',
  ],
  knownNetworksOnly: [
    'Houve muitas tentativas com este e-mail. Por enquanto, entre de uma rede que você usou nos últimos 90 dias, ou aguarde uma hora.',
    'There have been many attempts with this email. For now, sign in from a network you have used in the last 90 days, or wait an hour.',
  ],
  refused: [
    'Os dados não conferem, ou o código já foi usado. Espere o próximo código e tente de novo.',
    'The details do not match, or the code has already been used. Wait for the next code and try again.',
  ],
  over: ['O tempo para confirmar terminou. Comece de novo.', 'The time to confirm has run out. Start again.'],
} as const
