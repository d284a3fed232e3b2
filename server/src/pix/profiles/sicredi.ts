import type { ProfileData } from './profile.ts'

const UNIT = 'ACBrPIXCD, ACBrPIXPSPSicredi'
const CHANGES = 'ACBrPIXCD, units and change log (2023)'

export const sicredi: ProfileData = {
  name: 'sicredi',
  title: 'Sicredi',
  token: { grantsFewerScopes: true },
  clientCertificate: 'token_and_calls',
  resources: { cob: { version: 'v3' } },
  rateLimits: { tokenPauseMs: 5_000, tokenPauseMaxMs: 120_000 },
  quirks: [
    { text: '/cob/{txid} is at version 3, all other resources are at version 2.', source: CHANGES },
    { text: 'A token request may be answered 200 with fewer scopes than requested.', source: CHANGES },
    { text: 'Many token requests block the IP address.', source: CHANGES },
    { text: 'The token request and each call need the client certificate.', source: UNIT },
  ],
}
