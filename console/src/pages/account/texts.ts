export const preferences = {
  description: ['Valem para você, neste navegador.', 'Preferences apply to you, in this browser.'],
  reading: ['Leitura', 'Display'],
  zoneHint: [
    'Todos os horários, e onde começa e termina cada dia dos filtros. Um link abre com o fuso de quem o copiou.',
    'For all times, and for the start and end of each day in filters. A link opens in the time zone of the person who copied it.',
  ],
  negativesHint: [
    'Entre parênteses, como na contabilidade, ou com o sinal de menos.',
    'In parentheses, as in accounting, or with a minus sign.',
  ],
  keyboard: ['Teclado', 'Keyboard'],
  shortcutsHint: [
    'Teclas sozinhas, como J, K e G, atrapalham quem dita ou usa outros recursos. Ctrl+K continua valendo.',
    'Single keys, such as J, K and G, interfere with dictation and other assistive tools. Ctrl+K always works.',
  ],
} as const

export const account = {
  mine: ['Minha conta', 'My account'],
  description: [
    'Onde você está conectado agora. Nome, e-mail e perfil: só a Administração muda.',
    'Where you are signed in now. Only an administrator can change your name, email and role.',
  ],
  endOthers: ['Encerrar todas as outras', 'End all other sessions'],
  othersEnded: ['As outras sessões foram encerradas', 'Your other sessions have ended'],
  noOthers: ['Não há outras sessões', 'There are no other sessions'],
} as const
