/** The texts of the forms that create a receiving account and that change its connection and its secrets. */
export const accountForms = {
  create: ['Criar conta', 'Create account'],
  createTitle: ['Criar conta PSP', 'Create a PSP account'],
  created: ['Conta criada. Nenhum lojista a usa ainda.', 'Account created. No merchant uses it yet.'],
  createNote: [
    'O console não mostra mais os segredos depois de salvar. Nenhum lojista usa a conta antes que ela seja definida na página do lojista.',
    'The console does not show the secrets again after you save. No merchant uses the account until the page of a merchant assigns it.',
  ],
  id: ['Nome', 'Name'],
  idHint: [
    'Até 30 letras minúsculas, dígitos e hífens; não muda depois',
    'Up to 30 lower-case letters, digits and hyphens; cannot change later',
  ],
  idInvalid: [
    'Comece com uma letra; use até 30 letras minúsculas, dígitos e hífens',
    'Start with a letter; use up to 30 lower-case letters, digits and hyphens',
  ],
  profile: ['Perfil do PSP', 'Profile of the PSP'],
  profileMissing: ['Escolha o perfil', 'Choose the profile'],
  environment: ['Ambiente', 'Environment'],
  production: ['Produção', 'Production'],
  sandbox: ['Teste do PSP', 'Test of the PSP'],
  baseUrl: ['URL da API Pix', 'URL of API Pix'],
  baseUrlHint: ['Com a versão no fim, como /api/v2', 'With the version at the end, such as /api/v2'],
  tokenUrl: ['URL do token de acesso', 'URL of the access token'],
  urlInvalid: ['Informe uma URL completa', 'Enter a complete URL'],
  urlNotHttps: ['Em produção a URL começa com https://', 'In production the URL starts with https://'],
  pixKey: ['Chave Pix', 'Pix key'],
  pixKeyHint: ['Recebe os pagamentos desta conta', 'Receives the payments of this account'],
  clientId: ['ID do cliente (client_id)', 'Client id (client_id)'],
  clientSecret: ['Segredo do cliente (client_secret)', 'Client secret (client_secret)'],
  appKey: ['Chave de aplicação', 'Application key'],
  appKeyHint: [
    'Só alguns PSPs pedem, como o Banco do Brasil (gw-dev-app-key)',
    'Only some PSPs need one, such as Banco do Brasil (gw-dev-app-key)',
  ],
  certificate: ['Certificado do cliente', 'Client certificate'],
  certificateHint: [
    'PEM, seguido dos certificados intermediários. Converta um arquivo PFX antes.',
    'PEM, followed by the intermediate certificates. Convert a PFX file first.',
  ],
  certificateInvalid: [
    'Falta a linha BEGIN CERTIFICATE de um certificado PEM',
    'The line BEGIN CERTIFICATE of a PEM certificate is missing',
  ],
  privateKey: ['Chave privada do certificado', 'Private key of the certificate'],
  privateKeyHint: ['PEM, sem senha', 'PEM, without a passphrase'],
  privateKeyInvalid: [
    'Falta a linha BEGIN PRIVATE KEY de uma chave PEM sem senha',
    'The line BEGIN PRIVATE KEY of a PEM key without a passphrase is missing',
  ],
  pairMissing: [
    'Informe o certificado e a chave privada, ou nenhum dos dois',
    'Enter both the certificate and the private key, or neither',
  ],
  authorities: ['Autoridades do PSP', 'Authorities of the PSP'],
  authoritiesHint: ['PEM. Vazio: as autoridades do sistema', 'PEM. Empty: the authorities of the system'],
  required: ['Preencha este campo', 'Fill in this field'],
  refused: ['O servidor não aceita este valor', 'The server does not accept this value'],
  changeConnection: ['Alterar conexão', 'Change connection'],
  changeConnectionOf: (id: string) =>
    [`Alterar conexão da conta ${id}`, `Change connection of the account ${id}`] as const,
  connectionNote: [
    'A URL da API Pix e a chave só mudam numa conta sem cobranças novas e sem cobranças abertas, porque estas continuam na URL e na chave anteriores. As URLs novas devem ser do mesmo PSP. Para outro PSP, crie outra conta.',
    'The URL of API Pix and the key can change only in an account without new charges and without open charges, because these stay at the earlier URL and key. The new URLs must belong to the same PSP. For another PSP, create another account.',
  ],
  connectionChanged: ['Conexão alterada', 'Connection changed'],
  replace: ['Trocar segredos', 'Replace secrets'],
  replaceOf: (id: string) =>
    [`Trocar segredos da conta ${id}`, `Replace secrets of the account ${id}`] as const,
  replaceNote: [
    'Um campo vazio mantém o valor atual. Todos os processos usam os valores novos em cerca de um segundo, sem reinício.',
    'An empty field keeps the current value. All processes use the new values within about a second, without a restart.',
  ],
  nothingGiven: ['Informe pelo menos um valor novo', 'Enter at least one new value'],
  replaced: ['Segredos trocados', 'Secrets replaced'],
} as const
