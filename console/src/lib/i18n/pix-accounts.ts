/** Texts that explain why the server refused a request, for the reasons that concern receiving accounts. */
export const pixAccountRefusals = {
  payout_over_limit: [
    'O valor passa do limite de repasse das contas PSP do lojista.',
    'The amount is above the payout limit of the merchant’s PSP accounts.',
  ],
  pix_account_not_found: ['Esta conta PSP não existe.', 'This PSP account does not exist.'],
  pix_account_exists: [
    'Já existe uma conta PSP com este nome.',
    'A PSP account with this name already exists.',
  ],
  pix_account_uses_settings: [
    'A conexão e os segredos desta conta ficam nas configurações do serviço.',
    'This account’s connection and secrets are in the service’s settings.',
  ],
  pix_account_not_draining: [
    'Antes, mude o estado da conta para “Sem cobranças novas”.',
    'First change the account’s state to “No new charges”.',
  ],
  pix_account_has_open_work: [
    'A conta ainda tem cobranças abertas, pagamentos não liquidados ou devoluções em andamento.',
    'The account still has open charges, unsettled payments or refunds in progress.',
  ],
  certificate_malformed: ['Este não é um certificado PEM.', 'This is not a PEM certificate.'],
  certificate_expired: ['Este certificado já venceu.', 'This certificate has expired.'],
  private_key_malformed: [
    'Esta não é uma chave privada PEM sem senha.',
    'This is not a PEM private key without a passphrase.',
  ],
  private_key_of_other_certificate: [
    'Esta chave não é a do certificado informado.',
    'This key does not belong to the given certificate.',
  ],
  authorities_malformed: ['Estes não são certificados PEM.', 'These are not PEM certificates.'],
} as const
