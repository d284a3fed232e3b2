import type { JsonSchema } from './components.ts'

const text = { type: 'string' }

export const CORRELATION: JsonSchema = {
  'x-correlation-id': { description: 'O mesmo identificador do corpo de erro', schema: text },
}

export const LIMITS: JsonSchema = {
  'RateLimit-Limit': { description: 'Chamadas que cabem na janela', schema: text },
  'RateLimit-Remaining': { description: 'Chamadas que restam', schema: text },
  'RateLimit-Reset': { description: 'Segundos até a janela recomeçar', schema: text },
}
