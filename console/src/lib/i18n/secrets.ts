/** Texts of secrets that are shown once. */
export const secrets = {
  onlyOnce: [
    'Este valor aparece só agora. Depois de fechar, ninguém consegue vê-lo de novo.',
    'This value is shown only now. Once closed, it cannot be shown again.',
  ],
  saved: ['Já guardei em local seguro', 'I have saved it in a safe place'],
  notSaved: ['Antes, marque que já guardou', 'First, confirm that you have saved it'],
} as const
