import type { Text } from '../text.ts'

/** The action that each scope permits. An unknown scope is shown as its code. */
const scopeName: Readonly<Record<string, Text>> = {
  'charges:read': ['Consultar cobranças', 'Read charges'],
  'charges:write': ['Criar e cancelar cobranças', 'Create and cancel charges'],
  'refunds:write': ['Pedir devoluções', 'Request refunds'],
  'balance:read': ['Consultar saldo', 'Read the balance'],
  'statement:read': ['Consultar extrato', 'Read the statement'],
  'payouts:read': ['Consultar repasses', 'Read payouts'],
  'webhooks:read': ['Consultar webhooks e entregas', 'Read webhooks and deliveries'],
  'webhooks:write': ['Registrar e alterar webhooks', 'Register and change webhooks'],
}

/** Returns what a scope permits, in words. */
export const scopeText = (scope: string): Text => scopeName[scope] ?? [scope, scope]
