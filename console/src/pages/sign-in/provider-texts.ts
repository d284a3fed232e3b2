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
  unlinkMineBody: [
    'Você deixa de entrar com a conta da empresa; as sessões que começaram por ela terminam. Só a administração pode ligar as duas de novo.',
    'You no longer sign in with the company account; sessions begun with it end. Only an administrator can link the accounts again.',
  ],
  needsPassword: [
    'Entre com e-mail e senha para desligar: assim você não perde o acesso',
    'Before you unlink, sign in with e-mail and password, so that you keep your access',
  ],
  refusedTitle: ['Não foi confirmado', 'Not confirmed'],
  goBack: [
    'Feche esta aba e tente de novo na aba em que estava.',
    'Close this tab and try again in the one where you were.',
  ],
} as const
