/** Texts of the fields for a bank transfer. These texts have their own module, because only dialogs load them. */
export const transfer = {
  externalReference: ['Referência do banco', 'Bank reference'],
  externalHint: ['Única para o lojista', 'Must be unique for the merchant'],
  externalMissing: ['Informe a referência do banco', 'Enter the bank reference'],
  when: ['Data e hora do pagamento', 'Payment date and time'],
  whenInvalid: ['Informe quando foi pago', 'Enter when it was paid'],
} as const
