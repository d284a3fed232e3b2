import type { ProfileData } from './profile.ts'

const UNIT = 'ACBrPIXCD, ACBrPIXPSPItau'

export const itau: ProfileData = {
  name: 'itau',
  title: 'Itaú',
  token: { auth: 'body', scopes: [] },
  clientCertificate: 'calls',
  headers: { 'x-correlationID': 'correlationId' },
  sandboxHeaders: { 'x-sandbox-token': 'accessToken' },
  quirks: [
    { text: 'The token request has the client id and the secret in the body, and no scope.', source: UNIT },
    { text: 'Each call except the token request has a UUID in the header x-correlationID.', source: UNIT },
    { text: 'Itaú issues and renews the client certificate by a CSR.', source: UNIT },
    {
      text: 'The sandbox expects the token also in x-sandbox-token.',
      source: 'ACBrPIXCD, units and change log (2023)',
    },
    {
      text: 'Itaú staff register a part of the callback address. PUT /webhook alone may not be enough.',
      source: 'bacen/pix-api discussions',
    },
  ],
}
