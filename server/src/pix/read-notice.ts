import { z } from 'zod'
import type { Log } from '../kernel/log.ts'
import { CALLBACK_ITEMS_MAX } from './callback.ts'
import type { NetworkNotice, NetworkNoticeStatus } from './provider.ts'
import { Amount, faultsOf, Instant, optionalText } from './read-pix.ts'

const Callback = z.object({ infracoes: z.array(z.unknown()).max(CALLBACK_ITEMS_MAX) })

/** The maximum length of the description of a dispute. */
const DESCRIPTION_CHARS_MAX = 2_000

const STATUSES = new Map<string, NetworkNoticeStatus>([
  ['ABERTA', 'open'],
  ['ACEITA', 'accepted'],
  ['REJEITADA', 'rejected'],
  ['CANCELADA', 'cancelled'],
])

const optionalInstant = Instant.optional().catch(undefined)

const Notice = z.object({
  id: z.string().regex(/^[!-~]{1,64}$/),
  endToEndId: z.string().regex(/^[!-~]{32}$/),
  valor: Amount,
  natureza: optionalText(40),
  descricao: optionalText(DESCRIPTION_CHARS_MAX),
  status: z.string().transform((text, check) => {
    const status = STATUSES.get(text)
    if (status !== undefined) return status
    check.addIssue({ code: 'custom', message: 'unknown status' })
    return z.NEVER
  }),
  prazo: optionalInstant,
  valorAceito: Amount.optional().catch(undefined),
  horario: z.object({ decisao: optionalInstant }).optional().catch(undefined),
})

/**
 * Reads the body of a callback about disputes (MED). API Pix has no such callback, so this service defines the format,
 * see decision 0440. Skips an unreadable notice and logs its invalid fields without their values. Returns undefined
 * when the body is not such a callback or has more than CALLBACK_ITEMS_MAX notices.
 */
export function readNotices(body: unknown, log: Log): NetworkNotice[] | undefined {
  const parsed = Callback.safeParse(body)
  if (!parsed.success) return undefined
  return parsed.data.infracoes.flatMap((item, index) => {
    const notice = Notice.safeParse(item)
    if (notice.success) return [toNotice(notice.data)]
    log.error(
      { item: index, faults: faultsOf(notice.error) },
      'pix: skipped an unreadable notice of a dispute',
    )
    return []
  })
}

const toNotice = (data: z.infer<typeof Notice>): NetworkNotice => ({
  id: data.id,
  endToEndId: data.endToEndId,
  amountCents: data.valor,
  nature: data.natureza ?? 'ORIGINAL',
  description: data.descricao,
  status: data.status,
  answerUntil: data.prazo,
  grantedCents: data.valorAceito,
  decidedAt: data.horario?.decisao,
})
