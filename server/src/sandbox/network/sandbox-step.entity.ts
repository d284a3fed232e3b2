import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const STEP_ACTIONS = ['pay', 'pay_other_amount', 'remove', 'dispute', 'accept', 'reject', 'pay_out'] as const
/** An action of the test network on a charge. */
export type StepAction = (typeof STEP_ACTIONS)[number]

const schema = defineEntity({
  name: 'SandboxStep',
  tableName: 'sandbox_step',
  properties: {
    id: p.uuid().primary(),
    merchantId: p.uuid(),
    txid: p.text(),
    action: p.enum(STEP_ACTIONS),
    dueAt: p.datetime(3),
    doneAt: p.datetime(3).strictNullable(),
  },
})

/** An action that the test network takes by itself on a charge whose amount is one of the published triggers. */
export class SandboxStep extends schema.class {}
schema.setClass(SandboxStep)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    sandbox_step: InferKyselyTable<typeof schema>
  }
}
