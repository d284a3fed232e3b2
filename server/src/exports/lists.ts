import { apiKeysList } from './lists/api-keys.list.ts'
import { requestsList } from './lists/requests.list.ts'
import { auditList } from './lists/audit.list.ts'
import { casesList } from './lists/cases.list.ts'
import { chargesList } from './lists/charges.list.ts'
import { deliveriesList } from './lists/deliveries.list.ts'
import { endpointsList, fleetList } from './lists/endpoints.list.ts'
import { exceptionsList } from './lists/exceptions.list.ts'
import type { ExportList } from './export-list.ts'
import { merchantsList } from './lists/merchants.list.ts'
import { payoutLinesList } from './lists/payout-lines.list.ts'
import { payoutsList } from './lists/payouts.list.ts'
import { reconciliationList } from './lists/reconciliation.list.ts'
import { replaysList } from './lists/replays.list.ts'
import { invitationsList, ownSessionsList, rolesList, sessionsList, staffList } from './lists/staff.list.ts'
import { statementList } from './lists/statement.list.ts'

/** All lists that can be exported, by the name in the request. */
export const LISTS: ReadonlyMap<string, ExportList> = new Map([
  ['charges', chargesList],
  ['cases', casesList],
  ['payouts', payoutsList],
  ['payout-lines', payoutLinesList],
  ['statement', statementList],
  ['reconciliation-exceptions', exceptionsList],
  ['reconciliation', reconciliationList],
  ['webhook-endpoints', endpointsList],
  ['webhook-fleet', fleetList],
  ['webhook-deliveries', deliveriesList],
  ['webhook-replays', replaysList],
  ['merchants', merchantsList],
  ['api-keys', apiKeysList],
  ['requests', requestsList],
  ['audit', auditList],
  ['staff-members', staffList],
  ['staff-invitations', invitationsList],
  ['staff-sessions', sessionsList],
  ['own-sessions', ownSessionsList],
  ['staff-roles', rolesList],
])
