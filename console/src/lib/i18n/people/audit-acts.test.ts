import { expect, test } from 'vitest'
import { actorName } from './audit-acts.ts'

test('whoever acted is told in words: a person by name, a key of a merchant by its id, the rest by what they are', () => {
  expect(actorName('Rita Souza')).toEqual(['Rita Souza', 'Rita Souza'])
  expect(actorName('api-key:0192')).toEqual(['Chave de API 0192', 'API key 0192'])
  expect(actorName('job:settlement')).toEqual(['Rotina automática', 'Scheduled job'])
  expect(actorName('cli')).toEqual(['Linha de comando', 'Command line'])
})
