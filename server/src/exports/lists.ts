import { apiKeysList } from './api-keys.list.ts'
import { auditList } from './audit.list.ts'
import { casesList } from './cases.list.ts'
import { chargesList } from './charges.list.ts'
import { deliveriesList } from './deliveries.list.ts'
import { endpointsList, fleetList } from './endpoints.list.ts'
import { exceptionsList } from './exceptions.list.ts'
import type { ExportList } from './export-list.ts'
import { merchantsList } from './merchants.list.ts'
import { payoutsList } from './payouts.list.ts'
import { replaysList } from './replays.list.ts'
import { invitationsList, ownSessionsList, rolesList, sessionsList, staffList } from './staff.list.ts'
import { statementList } from './statement.list.ts'

/** Every list that can be had as a file, by the name that the console asks for. */
export const LISTS: ReadonlyMap<string, ExportList> = new Map([
  ['charges', chargesList],
  ['cases', casesList],
  ['payouts', payoutsList],
  ['statement', statementList],
  ['reconciliation-exceptions', exceptionsList],
  ['webhook-endpoints', endpointsList],
  ['webhook-fleet', fleetList],
  ['webhook-deliveries', deliveriesList],
  ['webhook-replays', replaysList],
  ['merchants', merchantsList],
  ['api-keys', apiKeysList],
  ['audit', auditList],
  ['staff-members', staffList],
  ['staff-invitations', invitationsList],
  ['staff-sessions', sessionsList],
  ['own-sessions', ownSessionsList],
  ['staff-roles', rolesList],
])
