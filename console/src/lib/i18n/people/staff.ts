export const staff = {
  title: ['Pessoas', 'People'],
  description: [
    'Quem trabalha no console, com que perfil, e quem foi convidado.',
    'Who works in the console, in which role, and who was invited.',
  ],
  name: ['Nome', 'Name'],
  email: ['E-mail', 'E-mail'],
  role: ['Perfil', 'Role'],
  state: ['Situação', 'Status'],
  active: ['Ativa', 'Active'],
  inactive: ['Desativada', 'Deactivated'],
  lastSeen: ['Visto por último', 'Last seen'],
  neverSeen: ['Nunca entrou', 'Never signed in'],
  since: ['Desde', 'Since'],
  totp: ['Aplicativo de códigos', 'Authenticator'],
  totpOn: ['Cadastrado', 'Enrolled'],
  totpOff: ['Sem aplicativo', 'None'],
  resetTotp: ['Tirar aplicativo', 'Take away app'],
  resetTotpBody: [
    'O aplicativo de códigos e os códigos de recuperação desta pessoa deixam de valer; ela cadastra outro.',
    'The authenticator and recovery codes of this person hold no more; they enrol another.',
  ],
  totpReset: ['Aplicativo retirado', 'App taken away'],
  offerPassword: ['Link para nova senha', 'Link to a new password'],
  offerPasswordBody: [
    'Para quem perdeu a senha. Você recebe um link de uso único, válido por 24 horas, para entregar à pessoa. Quando ela escolher outra senha, a antiga e todas as suas sessões terminam; o aplicativo de códigos continua.',
    'For somebody who lost their password. You get a one-time link, valid for 24 hours, to hand over. Once they choose another password, the old one and all their sessions end; their authenticator stays.',
  ],
  makeLink: ['Gerar link', 'Make the link'],
  passwordLinkTitle: ['Entregue o link', 'Hand over the link'],
  passwordLinkLabel: ['link para nova senha', 'link to a new password'],
  passwordLinkHint: [
    'Entregue este link à própria pessoa por um canal seguro. Ele funciona uma vez e vale por 24 horas.',
    'Hand this link over to the person by a safe channel. It works once and for 24 hours.',
  ],
  ownPassword: ['Troque a sua em Senha e códigos', 'Change your own in Password and codes'],
  id: ['Identificador', 'Id'],
  emptyTitle: ['Ninguém ainda', 'Nobody yet'],
  emptyBody: ['Convide a primeira pessoa.', 'Invite the first person.'],
  invite: ['Convidar', 'Invite'],
  inviteTitle: ['Convidar para o console', 'Invite to the console'],
  inviteNote: [
    'Você recebe um link de uso único, válido por 48 horas, para entregar à pessoa. Nada é enviado por e-mail.',
    'You get a one-time link, valid for 48 hours, to hand over. Nothing is sent by e-mail.',
  ],
  nameMissing: ['Diga o nome', 'Give a name'],
  emailMissing: ['Diga o e-mail', 'Give an e-mail'],
  linkTitle: ['Entregue o convite', 'Hand over the invitation'],
  linkLabel: ['link do convite', 'invitation link'],
  linkHint: [
    'Entregue este link à pessoa por um canal seguro. Ele funciona uma vez e vale por 48 horas.',
    'Hand this link over by a safe channel. It works once and for 48 hours.',
  ],
  invitations: ['Convites pendentes', 'Waiting invitations'],
  noInvitations: ['Nenhum convite pendente', 'No waiting invitation'],
  noInvitationsBody: [
    'Quem foi convidado e ainda não entrou aparece aqui.',
    'Whoever was invited and has not signed in yet appears here.',
  ],
  invitedBy: ['Convidado por', 'Invited by'],
  expires: ['Vale até', 'Valid until'],
  expired: ['Venceu', 'Expired'],
  withdraw: ['Cancelar convite', 'Withdraw'],
  withdrawOf: (name: string) => [`Cancelar convite de ${name}`, `Withdraw invitation of ${name}`] as const,
  withdrawn: ['Convite cancelado', 'Invitation withdrawn'],
  changeRole: ['Mudar perfil', 'Change role'],
  changeRoleBody: [
    'As sessões desta pessoa terminam agora; o novo perfil vale a partir da próxima entrada.',
    'This person’s sessions end now; the new role holds from the next sign-in.',
  ],
  roleChanged: ['Perfil alterado', 'Role changed'],
  deactivate: ['Desativar', 'Deactivate'],
  deactivateBody: [
    'A pessoa perde o acesso agora, em todas as sessões. O que ela fez continua registrado.',
    'The person loses access now, in every session. What they did stays on the record.',
  ],
  deactivated: ['Pessoa desativada', 'Person deactivated'],
  reactivate: ['Reativar', 'Reactivate'],
  reactivateBody: [
    'A pessoa volta a poder entrar, com o mesmo perfil e a mesma senha.',
    'The person may come in again, with the same role and password.',
  ],
  reactivated: ['Pessoa reativada', 'Person reactivated'],
  details: ['Dados', 'Details'],
  didLink: ['O que fez', 'What they did'],
  doneToLink: ['O que mudou em seu acesso', 'What changed in their access'],
} as const

export const sessions = {
  title: ['Sessões', 'Sessions'],
  mine: ['Minha conta', 'My account'],
  description: ['Onde você está conectado agora.', 'Where you are signed in now.'],
  device: ['Dispositivo', 'Device'],
  unknownDevice: ['Dispositivo desconhecido', 'Unknown device'],
  address: ['Endereço', 'Address'],
  started: ['Entrou em', 'Signed in'],
  lastSeen: ['Última atividade', 'Last active'],
  current: ['Esta sessão', 'This session'],
  end: ['Encerrar', 'End'],
  endOf: (device: string) => [`Encerrar sessão em ${device}`, `End session on ${device}`] as const,
  ended: ['Sessão encerrada', 'Session ended'],
  endOthers: ['Encerrar todas as outras', 'End all others'],
  othersEnded: ['As outras sessões foram encerradas', 'The other sessions were ended'],
  noOthers: ['Não há outras sessões', 'There are no other sessions'],
  useSignOut: ['Para encerrar esta, use Sair', 'To end this one, sign out'],
  emptyTitle: ['Nenhuma sessão', 'No session'],
  emptyBody: ['Esta pessoa não está conectada.', 'This person is not signed in.'],
} as const

export const rolesPage = {
  title: ['Perfis e permissões', 'Roles and permissions'],
  description: [
    'O que cada perfil pode fazer. Quem decide é o servidor; esta é a lista dele.',
    'What each role may do. The server decides; this is its list.',
  ],
  permission: ['Permissão', 'Permission'],
  may: ['Pode', 'May'],
  mayNot: ['Não pode', 'May not'],
} as const

/** Texts of the page that an invitation links to. */
export const invitation = {
  title: ['Seu convite', 'Your invitation'],
  checking: ['Conferindo o convite…', 'Checking the invitation…'],
  goneTitle: ['Este convite não abre nada', 'This invitation opens nothing'],
  goneBody: [
    'O link já foi usado, venceu ou foi cancelado. Peça outro a quem convidou você.',
    'The link was used, has expired or was withdrawn. Ask whoever invited you for another.',
  ],
  as: (email: string, role: string) =>
    [`Você entrará como ${email}, perfil ${role}.`, `You will come in as ${email}, role ${role}.`] as const,
  password: ['Escolha uma senha', 'Choose a password'],
  passwordHint: [
    'Pelo menos 12 caracteres. Uma frase é boa ideia.',
    'At least 12 characters. A phrase is a good idea.',
  ],
  tooShort: ['Use pelo menos 12 caracteres', 'Use at least 12 characters'],
  again: ['Repita a senha', 'Repeat the password'],
  different: ['As senhas não são iguais', 'The passwords differ'],
  submit: ['Criar acesso', 'Create access'],
  doneTitle: ['Acesso criado', 'Access created'],
  doneBody: [
    'Agora entre com seu e-mail e a senha que escolheu.',
    'Now sign in with your e-mail and password.',
  ],
  signIn: ['Entrar', 'Sign in'],
} as const

/** Texts of the page that a password reset links to. */
export const newPassword = {
  title: ['Nova senha', 'New password'],
  goneTitle: ['Este link não abre nada', 'This link opens nothing'],
  goneBody: [
    'O link já foi usado, venceu ou foi trocado por outro. Peça um novo a quem administra o console.',
    'The link was used, has expired or was replaced by another. Ask a console administrator for a new one.',
  ],
  as: (email: string) =>
    [`Você está trocando a senha de ${email}.`, `You are changing the password of ${email}.`] as const,
  submit: ['Trocar a senha', 'Change the password'],
  doneTitle: ['Senha trocada', 'Password changed'],
  doneBody: [
    'Suas outras sessões terminaram. Agora entre com a nova senha.',
    'Your other sessions have ended. Now sign in with the new password.',
  ],
} as const

/** Texts of the dialog that reveals a document. */
export const reveal = {
  show: ['Mostrar', 'Show'],
  title: ['Mostrar documento', 'Show document'],
  body: [
    'O documento aparece por 30 segundos. Seu nome e a justificativa ficam na auditoria.',
    'The document is shown for 30 seconds. Your name and reason go on the audit record.',
  ],
  shown: ['Documento completo, por 30 segundos', 'Whole document, for 30 seconds'],
} as const
