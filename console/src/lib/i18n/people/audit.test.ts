import { expect, test } from 'vitest'
import { actorName } from './audit.ts'

test('an audit actor is shown as the name of the person, the id of the API key, or a translated name', () => {
  expect(actorName('Rita Souza')).toEqual(['Rita Souza', 'Rita Souza'])
  expect(actorName('api-key:0192')).toEqual(['Chave de API 0192', 'API key 0192'])
  expect(actorName('job:settlement')).toEqual(['Rotina automática', 'Scheduled job'])
  expect(actorName('cli')).toEqual(['Linha de comando', 'Command line'])
  expect(actorName('cli:Ana (root@pix-1)')).toEqual([
    'Ana (root@pix-1, linha de comando)',
    'Ana (root@pix-1, command line)',
  ])
  expect(actorName('cli:Nina')).toEqual(['Nina (linha de comando)', 'Nina (command line)'])
})
