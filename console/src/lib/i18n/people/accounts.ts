export const sessions = {
  title: ['Sessões', 'Sessions'],
  device: ['Dispositivo', 'Device'],
  unknownDevice: ['Dispositivo desconhecido', 'Unknown device'],
  address: ['Endereço', 'Address'],
  started: ['Entrou em', 'Signed in'],
  lastSeen: ['Última atividade', 'Last active'],
  current: ['Esta sessão', 'This session'],
  end: ['Encerrar', 'End'],
  endOf: (device: string) => [`Encerrar sessão em ${device}`, `End session on ${device}`] as const,
  ended: ['Sessão encerrada', 'Session ended'],
  useSignOut: ['Para encerrar esta, use Sair', 'To end this one, sign out'],
  emptyTitle: ['Nenhuma sessão', 'No sessions'],
  emptyBody: ['Esta pessoa não está conectada.', 'This person is not signed in.'],
} as const

export const identities = {
  linked: ['Conta da empresa', 'Company account'],
  linkedTo: (subject: string, issuer: string) =>
    [`Vinculada a ${subject} em ${issuer}, desde`, `Linked to ${subject} at ${issuer}, since`] as const,
  notLinked: ['Não vinculada', 'Not linked'],
  unlink: ['Desvincular da conta da empresa', 'Unlink the company account'],
  unlinked: ['Conta da empresa desvinculada', 'Company account unlinked'],
} as const
