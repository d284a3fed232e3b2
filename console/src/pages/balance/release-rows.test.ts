import { expect, test } from 'vitest'
import { releaseRows } from './release-rows.ts'

const TODAY = '2026-11-29'

test('the last rows of the releases are the later releases and the sum', () => {
  const rows = releaseRows(
    {
      releases: [
        { day: '2026-11-28', amountCents: '100', chargesCount: 1 },
        { day: '2026-12-22', amountCents: '250', chargesCount: 2 },
      ],
      laterFrom: '2026-12-23',
      laterCents: '4000',
    },
    TODAY,
  )
  expect(rows.map(({ name: [ptBr], amountCents }) => [ptBr, amountCents])).toEqual([
    ['28/11/2026 (em liberação)', '100'],
    ['22/12/2026', '250'],
    ['A partir de 23/12/2026', '4000'],
    ['Toda a reserva contratual', '4350'],
  ])
})

test('a merchant without a reserve has no rows', () => {
  expect(releaseRows({ releases: [], laterFrom: null, laterCents: '0' }, TODAY)).toEqual([])
})
