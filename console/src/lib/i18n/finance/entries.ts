export const entryColumns = {
  entry: ['Lançamento', 'Entry'],
  position: ['Posição', 'Position'],
  amount: ['Valor', 'Amount'],
  economicAt: ['Data do fato', 'Effective date'],
  postedAt: ['Lançado em', 'Posted'],
} as const

/** Texts of the links between a journal entry and the entry that reverses it. */
export const reversals = {
  reversal: ['Estorno', 'Reversal'],
  reversed: ['Estornado', 'Reversed'],
  toOriginal: ['ver o lançamento que ele desfaz', 'view the reversed entry'],
  toReversal: ['ver o lançamento que o desfaz', 'view the reversal'],
} as const
