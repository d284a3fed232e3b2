import type { Text } from '../../text.ts'

/** Texts of the dialog that reveals a complete CPF or CNPJ. */
export const reveal = {
  show: ['Mostrar', 'Show'],
  title: ['Mostrar documento', 'Show document'],
  body: [
    'O documento aparece por 30 segundos. Seu nome e a justificativa ficam na auditoria.',
    'The document is shown for 30 seconds. Your name and reason are recorded in the audit log.',
  ],
  shown: ['Documento completo, por 30 segundos', 'Full document, for 30 seconds'],
} as const

export const roles: Record<'support' | 'finance' | 'admin' | 'auditor', Text> = {
  support: ['Suporte', 'Support'],
  finance: ['Financeiro', 'Finance'],
  admin: ['Administração', 'Administrator'],
  auditor: ['Auditoria', 'Auditor'],
}
