import type { ProfileData } from './profile.ts'

const UNIT = 'ACBrPIXCD, ACBrPIXPSPInter'

export const inter: ProfileData = {
  name: 'inter',
  title: 'Inter',
  token: { auth: 'body' },
  clientCertificate: 'token_and_calls',
  quirks: [
    {
      text: 'The token request has the client id, the secret and the scopes in the body.',
      source: UNIT,
    },
    { text: 'There was no sandbox in 2023.', source: 'ACBrPIXCD, units and change log (2023)' },
  ],
}
