export const provider = {
  enterWith: (name: string) => [`Entrar com ${name}`, `Sign in with ${name}`] as const,
  or: ['ou com e-mail e senha', 'or with email and password'],
  adminsOnly: [
    'senha: só para a administração, em emergências',
    'password: for administrators only, in emergencies',
  ],
  prove: ['Confirmar em outra aba', 'Confirm in another tab'],
  proveHint: [
    'Entre de novo na sua conta da empresa, na aba que se abre, e volte para esta.',
    'Sign in to your company account again, in the tab that opens, and return to this one.',
  ],
  waiting: ['Aguardando a outra aba…', 'Waiting for the other tab…'],
  confirmedTitle: ['Confirmado', 'Confirmed'],
  confirmedBody: [
    'Você já pode fechar esta aba e continuar onde estava.',
    'You can close this tab and continue where you left off.',
  ],
  unlinkMineBody: [
    'Você deixa de entrar com a conta da empresa; as sessões que começaram por ela terminam. Só a administração pode vincular as duas de novo.',
    'You no longer sign in with the company account; sessions started with it end. Only an administrator can link the accounts again.',
  ],
  needsPassword: [
    'Entre com e-mail e senha para desvincular: assim você não perde o acesso',
    'Before you unlink, sign in with email and password, so that you keep your access',
  ],
  refusedTitle: ['Não foi confirmado', 'Not confirmed'],
  goBack: [
    'Feche esta aba e tente de novo na aba em que estava.',
    'Close this tab and try again in the tab you came from.',
  ],
} as const
