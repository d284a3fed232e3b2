import { expect, test } from 'vitest'
import { dayStepName } from './charts.ts'

test('a chart says of the current day that it is in progress', () => {
  expect(dayStepName('2026-11-29', '2026-11-29')[0]).toBe('29/11/2026 (em andamento)')
  expect(dayStepName('2026-11-28', '2026-11-29')[0]).toBe('28/11/2026')
})
