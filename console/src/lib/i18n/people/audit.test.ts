import { expect, test } from 'vitest'
import { actorName } from './audit.ts'

test('a person is named, an API key is shown with its id, and any other actor has a translated name', () => {
  expect(actorName('Rita Souza')).toEqual(['Rita Souza', 'Rita Souza'])
  expect(actorName('api-key:0192')).toEqual(['Chave de API 0192', 'API key 0192'])
  expect(actorName('job:settlement')).toEqual(['Rotina automática', 'Scheduled job'])
  expect(actorName('cli')).toEqual(['Linha de comando', 'Command line'])
})
