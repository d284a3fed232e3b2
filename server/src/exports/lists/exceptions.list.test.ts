import { expect, test } from 'vitest'
import { closeException } from '../../exceptions/close-exception.ts'
import { listExceptions } from '../../exceptions/exception.queries.ts'
import { openException } from '../../exceptions/exceptions.ts'
import { startConsole } from '../../testing/fixtures/start-console.ts'

const { world, testConsole } = await startConsole()

const WORDS = [
  ['recorded', 'Registrado'],
  ['network', 'Na rede'],
  ['network_status', 'Situação na rede', { absent: 'não consta' }],
  ['resolution', 'Como foi resolvida'],
  ['remedy', 'O que fazer', { none: 'Nada se move' }],
  ['closed_by', 'Encerrada por', { job: 'Rotina automática' }],
  ['closed_at', 'Encerrada em'],
]

test('the export of exceptions contains exact amounts, and the resolution, remedy, actor and time of the closing', async () => {
  const now = world.clock.now()
  const open = (kind: 'amount_differs' | 'return_differs', details: Record<string, string>) =>
    openException(
      world.context(),
      world.merchantId,
      { kind, endToEndId: `E-${kind}`, paymentId: null, details },
      now,
    )
  await open('amount_differs', { recorded_cents: '99999999999999999', listed_cents: '99999999999999998' })
  await open('return_differs', { recorded_cents: '-5', network_cents: 'absent', network_status: 'absent' })
  const { items } = await listExceptions(world.context(), { kind: 'return_differs' }, { limit: 1 })
  await closeException(world.context('job:settlement'), world.merchantId, items[0]?.id ?? '', {
    resolution: '=Conferida',
  })
  const finance = await testConsole.signedIn('finance')
  const columns = WORDS.map(([id, header, words = {}]) => ({ id, header, words }))
  const answer = await finance.export({
    list: 'reconciliation-exceptions',
    format: 'csv-excel-br',
    zone: 'America/Sao_Paulo',
    columns,
  })
  const lines = (await answer.text()).trim().split('\r\n')
  expect(lines).toContainEqual('999999999999999,99;999999999999999,98;;;;;')
  expect(lines).toContainEqual(
    expect.stringMatching(/^-0,05;;não consta;'=Conferida;Nada se move;Rotina automática;\d\d\/\d\d\/\d{4} /),
  )
})
