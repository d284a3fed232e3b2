/** Texts for changing the rate limits of an endpoint and for disabling the endpoint. */
export const endpointPace = {
  pace: ['Ritmo', 'Rate limits'],
  summary: (inFlight: number, perSecond: number) =>
    [
      `${inFlight} ao mesmo tempo, ${perSecond} por segundo`,
      `${inFlight} at once, ${perSecond} per second`,
    ] as const,
  change: ['Mudar ritmo', 'Change rate limits'],
  changed: ['Ritmo alterado', 'Rate limits changed'],
  note: [
    'Menos poupa um recebedor lento; mais atende um que recebe muitos eventos.',
    'Lower limits protect a slow receiver; higher limits suit one that receives many events.',
  ],
  inFlight: ['Envios ao mesmo tempo (1 a 16)', 'Attempts at once (1 to 16)'],
  perSecond: ['Envios por segundo (1 a 1000)', 'Attempts per second (1 to 1000)'],
  disable: ['Desativar', 'Disable'],
  disabled: ['Endpoint desativado', 'Endpoint disabled'],
  disableNote: [
    'Nada é enviado até alguém reativar. O que aguarda e o que acontecer fica guardado e pode ser reenviado.',
    'Nothing is sent until someone enables it again. Waiting deliveries and new events are kept and can be replayed.',
  ],
} as const
