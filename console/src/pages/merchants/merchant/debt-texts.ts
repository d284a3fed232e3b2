import type { Text } from '../../../lib/text.ts'

/** Names of the states of a write-off. */
export const writeOffState: Record<'asked' | 'written_off' | 'refused', Text> = {
  asked: ['Aguarda outra pessoa', 'Needs another approver'],
  written_off: ['Baixada', 'Written off'],
  refused: ['Recusada', 'Refused'],
}
