import type { ProfileData } from './profile.ts'

const UNIT = 'ACBrPIXCD, ACBrPIXPSPBancoDoBrasil'

export const bancoDoBrasil: ProfileData = {
  name: 'banco-do-brasil',
  title: 'Banco do Brasil',
  clientCertificate: 'calls',
  query: { 'gw-dev-app-key': 'appKey' },
  missing: ['POST /cob'],
  success: { issue: [200, 201] },
  errors: {
    violations: [
      { list: 'violacoes', reason: 'razao', property: 'propriedade' },
      { list: 'erros', reason: 'mensagem', property: 'propriedade' },
    ],
    gatewayMember: 'statusCode',
  },
  quirks: [
    {
      text: 'Each call except the token request has the application key gw-dev-app-key as a query parameter.',
      source: UNIT,
    },
    { text: 'PUT /cob/{txid} answers 200, the standard says 201.', source: UNIT },
    { text: 'Errors have the list erros[] with codigo, mensagem and ocorrencia.', source: UNIT },
    { text: 'Errors of the gateway have statusCode, error and message.', source: UNIT },
    { text: 'There is no POST /cob. The service creates charges by PUT /cob/{txid}.', source: UNIT },
    { text: 'Version 2 requires a client certificate.', source: 'ACBrPIXCD, units and change log (2023)' },
  ],
}
