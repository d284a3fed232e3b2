export const preferences = {
  description: ['Valem para você, neste navegador.', 'They apply to you, in this browser.'],
  reading: ['Leitura', 'Reading'],
  zoneHint: [
    'Todos os horários, e onde começa e termina cada dia dos filtros. Um link abre com o fuso de quem o copiou.',
    'Every time, and where each day of a filter begins and ends. A link opens in the zone of who copied it.',
  ],
  negativesHint: [
    'Entre parênteses, como na contabilidade, ou com o sinal de menos.',
    'In parentheses, as in accounting, or with a minus sign.',
  ],
  keyboard: ['Teclado', 'Keyboard'],
  shortcutsHint: [
    'Teclas sozinhas, como J, K e G, atrapalham quem dita ou usa outros recursos. Ctrl+K continua valendo.',
    'Keys on their own, such as J, K and G, get in the way of dictation and other aids. Ctrl+K stays.',
  ],
} as const

export const account = {
  mine: ['Minha conta', 'My account'],
  description: ['Onde você está conectado agora.', 'Where you are signed in now.'],
  endOthers: ['Encerrar todas as outras', 'End all others'],
  othersEnded: ['As outras sessões foram encerradas', 'The other sessions were ended'],
  noOthers: ['Não há outras sessões', 'There are no other sessions'],
} as const
