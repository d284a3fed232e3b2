import type { ProfileData } from './profile.ts'

const DOCUMENTATION = 'Documentation of Efí (dev.efipay.com.br)'

export const efi: ProfileData = {
  name: 'efi',
  title: 'Efí',
  token: { encoding: 'json', scopes: [] },
  clientCertificate: 'token_and_calls',
  webhook: {
    ping: { evento: 'teste_webhook' },
    headersWithoutMtls: { 'x-skip-mtls-checking': 'true' },
  },
  quirks: [
    {
      text: 'The body of the token request is JSON. The application, not the request, defines the scopes.',
      source: DOCUMENTATION,
    },
    { text: 'The token request and each call need the client certificate.', source: DOCUMENTATION },
    {
      text: 'A webhook is registered only after the URL has answered the test call {"evento":"teste_webhook"} with 2xx.',
      source: DOCUMENTATION,
    },
    {
      text: 'A webhook is registered only if the URL refuses calls without the certificate of Efí, or with the header x-skip-mtls-checking: true.',
      source: DOCUMENTATION,
    },
  ],
}
