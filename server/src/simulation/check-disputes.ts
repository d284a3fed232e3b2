import { plusMs } from '../kernel/clock.ts'
import { sql } from '../kernel/database/sql.ts'
import type { Faults } from './faults.ts'
import type { SimWorld } from './sim-world.ts'

/** Events that are older than this, in milliseconds, may already be deleted. */
const EVENTS_KEPT_MS = 80 * 86_400_000

/**
 * Checks the disputes of an idle world:
 * - the returned amount of a dispute is the amount that was returned for its case in the journal;
 * - a closed dispute has one event `dispute.opened` and one event `dispute.closed` with its result and amount; an open
 *   dispute has only `dispute.opened`;
 * - each warning of a deadline is emitted at most once, or at most twice if staff opened the dispute. A dispute that
 *   the service learned of only by its return has no warning;
 * - the stored evidence is evidence that the merchant sent, and evidence is stored if the service acknowledged any;
 * - a notice of a dispute waits only while another dispute of the same payment is not closed;
 * - a dispute that its merchant accepted is closed, unless its return failed.
 */
export async function checkDisputes(world: SimWorld): Promise<Faults> {
  const rows = await sql<{ fault: string }>(
    world.safeContext(),
    `with recent as (select * from dispute where opened_at > $1),
       event as (select body::jsonb ->> 'type' as type, body::jsonb -> 'data' as data from webhook_event
         where type like 'dispute.%')
     select 'dispute ' || d.case_id || ' returned ' || d.returned_cents || ', its case ' || coalesce(sum(l.credit_cents), 0)
         as fault
       from dispute d left join journal_line l on l.merchant_id = d.merchant_id and l.case_id = d.case_id
         and l.account_code = 'payer_returns'
       group by d.case_id, d.returned_cents, d.charge_id having d.returned_cents <> coalesce(sum(l.credit_cents), 0)
     union all
     select 'dispute ' || d.case_id || ' has ' || count(e.type) filter (where e.type = 'dispute.opened') || ' openings and '
         || count(e.type) filter (where e.type = 'dispute.closed') || ' closings, ' || d.status
       from recent d left join event e on (e.data ->> 'case_id')::uuid = d.case_id
       group by d.case_id, d.status
       having count(e.type) filter (where e.type = 'dispute.opened') <> 1
         or count(e.type) filter (where e.type = 'dispute.closed') <> (d.status = 'closed')::integer
     union all
     select 'the closing of dispute ' || d.case_id || ' differs: ' || e.data
       from recent d join event e on (e.data ->> 'case_id')::uuid = d.case_id and e.type = 'dispute.closed'
       where (e.data ->> 'result', (e.data ->> 'returned_cents')::bigint) is distinct from (d.result, d.returned_cents)
         or (d.origin = 'network') <> (e.data ->> 'answer_until' is null)
     union all
     select 'dispute ' || (e.data ->> 'case_id') || ' was warned ' || count(*) || ' times of ' || (e.data ->> 'hours_before')
       from event e join dispute d on d.case_id = (e.data ->> 'case_id')::uuid
       where e.type = 'dispute.deadline' group by e.data ->> 'case_id', e.data ->> 'hours_before', d.origin
       having count(*) > case d.origin when 'notice' then 1 when 'staff' then 2 else 0 end
     union all
     select 'notice ' || n.network_id || ' still waits' from dispute_notice n where n.state = 'waiting'
       and not exists (select from dispute d join payment p on p.merchant_id = d.merchant_id and p.id = d.payment_id
         where p.end_to_end_id = n.end_to_end_id and d.status <> 'closed')`,
    [plusMs(world.clock.now(), -EVENTS_KEPT_MS)],
  )
  return [...rows.map(({ fault }) => fault), ...(await checkAnswers(world))]
}

async function checkAnswers(world: SimWorld): Promise<Faults> {
  const rows = await sql<{ id: string; status: string; evidence: string | null; exception: string | null }>(
    world.safeContext(),
    `select d.case_id as id, d.status, d.evidence, f.exception from dispute d
     join financial_case f on f.merchant_id = d.merchant_id and f.id = d.case_id`,
  )
  const { answers } = world.expected
  return rows.flatMap(({ id, status, evidence, exception }) => {
    const ofDispute = answers.filter(({ caseId }) => caseId === id)
    const texts = ofDispute.filter(({ action }) => action === 'evidence')
    const isAccepted = ofDispute.some((one) => one.action === 'accept' && one.isAcknowledged)
    const isKnown = evidence === null || texts.some(({ text }) => text === evidence)
    const isLost = evidence === null && texts.some(({ isAcknowledged }) => isAcknowledged)
    return [
      ...(isKnown && !isLost
        ? []
        : [`dispute ${id} has the evidence ${evidence}, which is not what was sent`]),
      ...(isAccepted && status !== 'closed' && exception === null
        ? [`dispute ${id} was accepted and is ${status}`]
        : []),
    ]
  })
}
