import type { ProfileData } from './profile.ts'

const UNIT = 'ACBrPIXCD, ACBrPIXPSPSicoob'

export const sicoob: ProfileData = {
  name: 'sicoob',
  title: 'Sicoob',
  token: { auth: 'id_in_body' },
  clientCertificate: 'token_and_calls',
  headers: { client_id: 'clientId' },
  success: { request_return: [200, 201] },
  cobAliases: { pixCopiaECola: ['brcode'] },
  quirks: [
    { text: 'The token request has the client id and the scopes in the body, and no secret.', source: UNIT },
    { text: 'Each call except the token request has the client id in the header client_id.', source: UNIT },
    { text: 'A charge has brcode instead of pixCopiaECola.', source: UNIT },
    { text: 'PUT devolucao answers 200, the standard says 201.', source: UNIT },
  ],
}
