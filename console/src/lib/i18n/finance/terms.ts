import type { Text } from '../../text.ts'

/** Names of the policies that decide whether the service returns its fee when a payment is refunded. */
export const refundFeeName: Record<'keep' | 'prorata', Text> = {
  keep: ['Mantida', 'Kept'],
  prorata: ['Devolvida em proporção', 'Returned pro rata'],
}

/** Names of the policies for a lost dispute whose amount exceeds the money held for the dispute. */
export const disputePolicyName: Record<'service_advances' | 'return_what_exists', Text> = {
  service_advances: ['A empresa adianta o que falta', 'The company advances the difference'],
  return_what_exists: ['Devolve o que houver', 'Refunds what is available'],
}

/** Names of the types of bank accounts. */
export const accountTypeName: Record<'checking' | 'savings' | 'payment', Text> = {
  checking: ['Corrente', 'Checking'],
  savings: ['Poupança', 'Savings'],
  payment: ['Pagamento', 'Payment'],
}
