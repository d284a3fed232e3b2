import { expect, test } from 'vitest'
import { rowReason } from './row-reason.ts'

const reserve = { id: '1', label: 'Reservar', reason: 'Escolha um lojista antes' }
const record = { id: '2', label: 'Registrar', reason: 'Escolha um lojista antes' }
const cancel = { id: '3', label: 'Cancelar', reason: 'Perfil necessário: Administração' }

test('a row shows an equal reason of several buttons once, at the first of these buttons', () => {
  expect(rowReason([reserve, record], record.reason)).toEqual({ id: '1', names: '' })
})

test('a row with several reasons names the buttons before each reason', () => {
  const entries = [reserve, cancel, record]
  expect(rowReason(entries, record.reason)).toEqual({ id: '1', names: 'Reservar, Registrar: ' })
  expect(rowReason(entries, cancel.reason)).toEqual({ id: '3', names: 'Cancelar: ' })
})

test('a row with an enabled button names the disabled button before its reason', () => {
  const enabled = { id: '4', label: 'Exportar', reason: null }
  expect(rowReason([enabled, cancel], cancel.reason)).toEqual({ id: '3', names: 'Cancelar: ' })
})

test('a row that has not registered its buttons yet shows no reason', () => {
  expect(rowReason([], record.reason)).toEqual({ id: undefined, names: '' })
})
