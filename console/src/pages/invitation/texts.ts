/** Texts of the page that an invitation links to. */
export const invitation = {
  title: ['Seu convite', 'Your invitation'],
  checking: ['Conferindo o convite…', 'Checking the invitation…'],
  goneTitle: ['Este convite não vale mais', 'This invitation is no longer valid'],
  goneBody: [
    'O link já foi usado, venceu ou foi cancelado. Peça outro a quem convidou você.',
    'The link has been used, has expired or was withdrawn. Ask the person who invited you for a new invitation.',
  ],
  as: (email: string, role: string) =>
    [
      `Você entrará como ${email}, perfil ${role}.`,
      `You will sign in as ${email}, with the role ${role}.`,
    ] as const,
  password: ['Escolha uma senha', 'Choose a password'],
  passwordHint: [
    'Pelo menos 12 caracteres. Uma frase é boa ideia.',
    'At least 12 characters. A passphrase works well.',
  ],
  tooShort: ['Use pelo menos 12 caracteres', 'Use at least 12 characters'],
  again: ['Repita a senha', 'Repeat the password'],
  different: ['As senhas não são iguais', 'The passwords do not match'],
  submit: ['Criar acesso', 'Activate account'],
  doneTitle: ['Acesso criado', 'Account activated'],
  doneBody: [
    'Agora entre com seu e-mail e a senha que escolheu.',
    'Now sign in with your email and password.',
  ],
  signIn: ['Entrar', 'Sign in'],
} as const

/** Texts of the page that a password reset links to. */
export const newPassword = {
  title: ['Nova senha', 'New password'],
  goneTitle: ['Este link não vale mais', 'This link is no longer valid'],
  goneBody: [
    'O link já foi usado, venceu ou foi trocado por outro. Peça um novo a quem administra o console.',
    'The link has been used, has expired or was replaced. Ask a console administrator for a new link.',
  ],
  as: (email: string) =>
    [`Você está trocando a senha de ${email}.`, `You are changing the password for ${email}.`] as const,
  submit: ['Trocar a senha', 'Change password'],
  doneTitle: ['Senha trocada', 'Password changed'],
  doneBody: [
    'Suas outras sessões terminaram. Agora entre com a nova senha.',
    'Your other sessions have ended. Now sign in with the new password.',
  ],
} as const
