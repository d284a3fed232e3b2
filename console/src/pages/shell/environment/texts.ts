export const environment = {
  label: ['Ambiente', 'Environment'],
  production: ['Produção', 'Production'],
  test: ['Teste', 'Test'],
  chooseMerchant: ['Para ver o teste, escolha um lojista', 'To see test data, choose a merchant'],
  noTestPage: ['Página só de produção', 'Only in production'],
  bannerOf: (merchant: string) =>
    [
      `Ambiente de teste de ${merchant}: nenhum dinheiro real`,
      `Test environment of ${merchant}: no real money`,
    ] as const,
  banner: ['Ambiente de teste: nenhum dinheiro real', 'Test environment: no real money'],
  actions: [
    'Pagar, contestar e avançar o relógio é feito pela API, com uma chave de teste.',
    'Payments, disputes and the clock are simulated through the API, with a test key.',
  ],
  guide: ['Guia do ambiente de teste', 'Test environment guide'],
  clock: ['Relógio da conta:', 'Account clock:'],
  noAccountTitle: ['Ainda não há conta de teste', 'There is no test account yet'],
  noAccountBody: [
    'A primeira chave de teste abre a conta de teste do lojista.',
    'The first test key opens the merchant’s test account.',
  ],
  toKeys: ['Ir para as chaves de teste', 'Go to the test keys'],
  productionOnlyTitle: ['Esta página só existe em produção', 'This page is available only in production'],
  productionOnlyBody: [
    'Ela mostra dinheiro real, pessoas ou a própria instalação. O ambiente de teste não tem nada disso.',
    'It shows real money, people or the installation itself. The test environment has none of these.',
  ],
  toProduction: ['Abrir em produção', 'Open in production'],
} as const

/** The address of the guide to the test environment, by language. */
export const GUIDE = ['/docs/test-environment', '/docs/en/test-environment'] as const
