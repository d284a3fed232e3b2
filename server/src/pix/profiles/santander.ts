import type { ProfileData } from './profile.ts'

const UNIT = 'ACBrPIXCD, ACBrPIXPSPSantander'

export const santander: ProfileData = {
  name: 'santander',
  title: 'Santander',
  token: { auth: 'body', grantType: 'query', scopes: [] },
  clientCertificate: 'calls',
  missing: ['POST /cob'],
  timestamps: 'seconds',
  success: { issue: [200, 201] },
  quirks: [
    { text: 'grant_type is in the URL; the client id and the secret are in the body.', source: UNIT },
    { text: 'There is no POST /cob. The service creates charges by PUT /cob/{txid}.', source: UNIT },
    { text: 'PUT /cob/{txid} may answer 200, the standard says 201.', source: UNIT },
    {
      text: 'Times with milliseconds in queries are refused.',
      source: 'ACBrPIXCD, units and change log (2023)',
    },
    { text: 'The client certificate is issued as a PFX file.', source: UNIT },
  ],
}
