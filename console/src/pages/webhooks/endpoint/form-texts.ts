/** Texts that only the forms of an endpoint contain. The page loads a form when a person opens it. */
export const endpointForms = {
  rotateBody: ['Um segredo novo passa a assinar as entregas.', 'A new secret starts to sign deliveries.'],
  grace: ['O segredo anterior', 'The previous secret'],
  graceEffect: {
    day: [
      'Já escolhido: depois da troca, o segredo anterior ainda vale por 24 horas. Nesse prazo o lojista instala o novo, e nenhuma entrega falha na conferência.',
      'Selected by default: after the rotation, the previous secret stays valid for 24 hours. The merchant installs the new one in that time, and no delivery fails the check.',
    ],
    none: [
      'O segredo anterior deixa de valer na hora da troca. As entregas falham na conferência até o lojista instalar o novo.',
      'The previous secret stops working immediately. Deliveries fail the check until the merchant installs the new one.',
    ],
  },
  graceDay: ['Também assina por 24 horas', 'Also signs for 24 hours'],
  graceNone: ['Deixa de assinar agora (vazou)', 'Stops signing now (it leaked)'],
  turnOffBody: [
    'O endereço deixa de receber eventos na hora e não pode ser reativado. Para parar por um tempo, use Desativar. O histórico continua aqui.',
    'The address stops receiving events immediately and cannot be enabled again. To stop for a while, use Disable. The history of the endpoint stays here.',
  ],
  turnedOff: ['Endpoint excluído', 'Endpoint removed'],
} as const
