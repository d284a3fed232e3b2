/** Texts for the reasons for which the server refuses a sign-in. */
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
