import type { ProfileData } from './profile.ts'

const UNIT = 'ACBrPIXCD, ACBrPIXPSPBradesco'

export const bradesco: ProfileData = {
  name: 'bradesco',
  title: 'Bradesco',
  clientCertificate: 'calls',
  success: { issue: [200, 201] },
  quirks: [
    { text: 'PUT /cob/{txid} answers 200, the standard says 201.', source: UNIT },
    { text: 'Each call needs the client certificate.', source: UNIT },
  ],
}
