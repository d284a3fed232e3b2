import { z } from 'zod'
import { COMPONENTS, openList, openText } from '../../kernel/output/shapes.ts'
import { ERROR_STATUS, REASON_MESSAGES } from '../errors.ts'

/** Codes and reasons that only the console receives. */
const UNPUBLISHED = new Set<string>(['step_up_required', 'account_not_found', 'api_key_not_found'])

const isPublished = (code: string): boolean => !UNPUBLISHED.has(code)

const FieldShape = z.strictObject({
  path: z.string().describe('O campo, como payer.document; body é o corpo inteiro'),
  code: openText([
    'required',
    'unknown',
    'type',
    'format',
    'too_short',
    'too_long',
    'out_of_range',
    'not_allowed',
  ]),
  message: z.string().describe('Texto para pessoas, não para decisões'),
})
FieldShape.register(COMPONENTS, { id: 'InvalidField' })

const DISABLED_REASON = 'Só com reason webhook_endpoint_disabled: failing, gone ou manual'

/** The body of every error response. */
export const ErrorShape = z.strictObject({
  error: z.strictObject({
    code: openList(Object.keys(ERROR_STATUS).filter(isPublished)).describe(
      'O código estável; decida por ele e por details.reason',
    ),
    message: z.string().describe('Texto para pessoas, não para decisões'),
    details: z.strictObject({
      reason: openText(Array.from(REASON_MESSAGES.keys()).filter(isPublished))
        .describe('A regra que recusou a chamada')
        .optional(),
      fields: z.array(FieldShape).optional().describe('Todos os campos inválidos, no máximo 100'),
      disabled_reason: z.string().optional().describe(DISABLED_REASON),
    }),
    correlation_id: z.string().describe('Informe ao suporte; é também o cabeçalho x-correlation-id'),
  }),
})
ErrorShape.register(COMPONENTS, { id: 'ErrorResponse' })
