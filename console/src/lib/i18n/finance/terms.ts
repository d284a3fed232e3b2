import type { Text } from '../../text.ts'

/** Names of the policies that decide whether the service returns its fee when a payment is refunded. */
export const refundFeeName: Record<'keep' | 'prorata', Text> = {
  keep: ['A empresa fica com a tarifa', 'The company keeps the fee'],
  prorata: ['Devolvida em proporção', 'Returned pro rata'],
}

/** Names of the policies for a lost dispute whose amount exceeds the money held for the dispute. */
export const disputePolicyName: Record<'service_advances' | 'return_what_exists', Text> = {
  service_advances: [
    'A empresa adianta o que falta, e o lojista o deve',
    'The company advances the rest, and the merchant owes it',
  ],
  return_what_exists: ['Devolve o que houver', 'Refunds what is available'],
}

/** Names of the types of bank accounts. */
export const accountTypeName: Record<'checking' | 'savings' | 'payment', Text> = {
  checking: ['Corrente', 'Checking'],
  savings: ['Poupança', 'Savings'],
  payment: ['Pagamento', 'Payment'],
}
