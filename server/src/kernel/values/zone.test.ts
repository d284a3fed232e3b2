import { expect, test } from 'vitest'
import { checkZone } from './zone.ts'

test.each(['America/Sao_Paulo', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+3'])(
  'the time zone %s is accepted',
  (name) => {
    expect(checkZone(name)).toBe(name)
  },
)

test.each(['', '-03:00', '+03:00', 'America/Nowhere', "UTC'; select 1", 'America/Sao_Paulo/x/y'])(
  'the time zone «%s» is refused, and the error names the field `zone`',
  (name) => {
    expect(() => checkZone(name)).toThrow(
      expect.objectContaining({ details: { fields: [{ path: 'zone', code: 'not_allowed' }] } }),
    )
  },
)
