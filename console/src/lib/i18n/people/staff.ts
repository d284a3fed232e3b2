import type { Text } from '../../text.ts'

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
  emptyTitle: ['Nenhuma sessão', 'No session'],
  emptyBody: ['Esta pessoa não está conectada.', 'This person is not signed in.'],
} as const

/** Texts of the dialog that reveals a complete CPF or CNPJ. */
export const reveal = {
  show: ['Mostrar', 'Show'],
  title: ['Mostrar documento', 'Show document'],
  body: [
    'O documento aparece por 30 segundos. Seu nome e a justificativa ficam na auditoria.',
    'The document is shown for 30 seconds. Your name and reason are recorded in the audit log.',
  ],
  shown: ['Documento completo, por 30 segundos', 'Whole document, for 30 seconds'],
} as const

export const roles: Record<'support' | 'finance' | 'admin' | 'auditor', Text> = {
  support: ['Suporte', 'Support'],
  finance: ['Financeiro', 'Finance'],
  admin: ['Administração', 'Administrator'],
  auditor: ['Auditoria', 'Auditor'],
}

export const identities = {
  linked: ['Conta da empresa', 'Company account'],
  linkedTo: (subject: string, issuer: string) =>
    [`Ligada a ${subject} em ${issuer}, desde`, `Linked to ${subject} at ${issuer}, since`] as const,
  notLinked: ['Não ligada', 'Not linked'],
  unlink: ['Desligar da conta da empresa', 'Unlink the company account'],
  unlinked: ['Conta da empresa desligada', 'Company account unlinked'],
} as const
