/** Texts of secrets that are shown once. */
export const secrets = {
  onlyOnce: [
    'Este valor aparece só agora. Depois de fechar, ninguém consegue vê-lo de novo.',
    'This value is shown only now. Once closed, nobody can see it again.',
  ],
  saved: ['Já guardei em local seguro', 'I saved it in a safe place'],
  notSaved: ['Antes, marque que já guardou', 'First tick that you saved it'],
} as const
