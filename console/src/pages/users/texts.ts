import type { Text } from '../../lib/text.ts'

export const staff = {
  unlinkBody: [
    'A pessoa deixa de entrar com a conta da empresa; as sessões que começaram por ela terminam. Sem senha aqui, ela fica sem acesso até receber um link para nova senha ou ser vinculada de novo.',
    'The person no longer signs in with the company account; sessions started with it end. Without a password here, they have no access until they get a password reset link or are linked again.',
  ],
  title: ['Pessoas', 'People'],
  description: [
    'Quem trabalha no console, com que perfil, e quem foi convidado. Só a Administração muda perfis e convida.',
    'Who uses the console, with which role, and who has been invited. Only an administrator can change roles and invite people.',
  ],
  name: ['Nome', 'Name'],
  email: ['E-mail', 'Email'],
  role: ['Perfil', 'Role'],
  state: ['Situação', 'Status'],
  active: ['Ativa', 'Active'],
  inactive: ['Desativada', 'Deactivated'],
  lastSeen: ['Visto por último', 'Last seen'],
  neverSeen: ['Nunca entrou', 'Never signed in'],
  since: ['Desde', 'Since'],
  totp: ['Aplicativo autenticador', 'Authenticator app'],
  totpOn: ['Cadastrado', 'Enrolled'],
  totpOff: ['Sem aplicativo, entra só com a senha', 'No authenticator, signs in with the password only'],
  totpNext: [
    'Sem aplicativo: cadastra ao entrar com senha',
    'No authenticator: enrols at the next password sign-in',
  ],
  resetTotp: ['Remover aplicativo', 'Remove authenticator'],
  resetTotpBody: [
    'O aplicativo autenticador e os códigos de recuperação desta pessoa deixam de valer; ela cadastra outro.',
    'This person’s authenticator and recovery codes stop working; the person enrols another app.',
  ],
  totpReset: ['Aplicativo removido', 'Authenticator removed'],
  offerPassword: ['Link para nova senha', 'Password reset link'],
  offerPasswordBody: [
    'Para quem perdeu a senha. Você recebe um link de uso único, válido por 24 horas, para entregar à pessoa. Quando ela escolher outra senha, a antiga e todas as suas sessões terminam; o aplicativo autenticador continua.',
    'For someone who lost their password. You get a one-time link, valid for 24 hours, to give to the person. Once they choose another password, the old one and all their sessions end; their authenticator stays.',
  ],
  makeLink: ['Gerar link', 'Create link'],
  passwordLinkTitle: ['Entregue o link', 'Share the link'],
  passwordLinkLabel: ['link para nova senha', 'password reset link'],
  passwordLinkHint: [
    'Entregue este link à própria pessoa por um canal seguro. Ele funciona uma vez e vale por 24 horas.',
    'Give this link to the person through a secure channel. It works once and is valid for 24 hours.',
  ],
  ownPassword: ['Troque a sua em Senha e códigos', 'Change your own in Password and codes'],
  id: ['Identificador', 'ID'],
  emptyTitle: ['Ninguém ainda', 'No one yet'],
  emptyBody: ['Convide a primeira pessoa.', 'Invite the first person.'],
  invite: ['Convidar', 'Invite'],
  inviteTitle: ['Convidar para o console', 'Invite to the console'],
  inviteNote: [
    'Você recebe um link de uso único, válido por 48 horas, para entregar à pessoa. Nada é enviado por e-mail.',
    'You get a one-time link, valid for 48 hours, to give to the person. Nothing is sent by email.',
  ],
  nameMissing: ['Informe o nome', 'Enter a name'],
  emailMissing: ['Informe o e-mail', 'Enter an email'],
  linkTitle: ['Entregue o convite', 'Share the invitation'],
  linkLabel: ['link do convite', 'invitation link'],
  linkHint: [
    'Entregue este link à pessoa por um canal seguro. Ele funciona uma vez e vale por 48 horas.',
    'Give this link to the person through a secure channel. It works once and is valid for 48 hours.',
  ],
  invitations: ['Convites pendentes', 'Pending invitations'],
  noInvitations: ['Nenhum convite pendente', 'No pending invitations'],
  noInvitationsBody: [
    'Quem foi convidado e ainda não entrou aparece aqui.',
    'People who were invited and have not signed in yet appear here.',
  ],
  invitedBy: ['Convidado por', 'Invited by'],
  expires: ['Vale até', 'Valid until'],
  expired: ['Venceu', 'Expired'],
  withdraw: ['Cancelar convite', 'Withdraw'],
  withdrawOf: (name: string) => [`Cancelar convite de ${name}`, `Withdraw invitation for ${name}`] as const,
  withdrawn: ['Convite cancelado', 'Invitation withdrawn'],
  changeRole: ['Mudar perfil', 'Change role'],
  changeRoleBody: [
    'As sessões desta pessoa terminam agora; o novo perfil vale a partir da próxima entrada.',
    'This person’s sessions end immediately; the new role applies from the next sign-in.',
  ],
  roleChanged: ['Perfil alterado', 'Role changed'],
  deactivate: ['Desativar', 'Deactivate'],
  deactivateBody: [
    'A pessoa perde o acesso agora, em todas as sessões. O que ela fez continua registrado.',
    'The person loses access immediately, in every session. What they did stays in the audit log.',
  ],
  deactivated: ['Pessoa desativada', 'Person deactivated'],
  reactivate: ['Reativar', 'Reactivate'],
  reactivateBody: [
    'A pessoa volta a poder entrar, com o mesmo perfil e a mesma senha.',
    'The person can sign in again with the same role and password.',
  ],
  reactivated: ['Pessoa reativada', 'Person reactivated'],
  details: ['Dados', 'Details'],
  didLink: ['O que fez', 'What they did'],
  doneToLink: ['O que mudou em seu acesso', 'Changes to their access'],
} as const

export const rolesPage = {
  title: ['Perfis e permissões', 'Roles and permissions'],
  description: [
    'O que cada perfil pode fazer. Quem decide é o servidor; esta é a lista dele.',
    'What each role can do. The server decides, and this list comes from the server.',
  ],
  permission: ['Permissão', 'Permission'],
  may: ['Pode', 'Allowed'],
  mayNot: ['Não pode', 'Not allowed'],
} as const

/** Returns whether a person has an authenticator, and whether their next sign-in with a password asks for one. */
export function totpText({ role, hasTotp }: { role: string; hasTotp: boolean }): Text {
  if (hasTotp) return staff.totpOn
  return role === 'finance' || role === 'admin' ? staff.totpNext : staff.totpOff
}
