import { expect, test } from 'vitest'
import { replayForm } from './form-texts.ts'

test('the form of a bulk replay says how many deliveries of which period it sends again', () => {
  expect(replayForm.matched(1, '20/11/2026 00:00', '20/11/2026 10:48')[0]).toBe(
    'Será reenviada a 1 entrega que corresponde a este filtro, de 20/11/2026 00:00 a 20/11/2026 10:48.',
  )
  expect(replayForm.matched(2, '20 Nov 2026, 00:00', '20 Nov 2026, 10:48')[1]).toBe(
    'All 2 deliveries matching this filter, from 20 Nov 2026, 00:00 to 20 Nov 2026, 10:48, will be sent again.',
  )
})
