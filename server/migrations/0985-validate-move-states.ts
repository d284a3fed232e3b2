import { Migration } from '@mikro-orm/migrations'

/** Validates the constraints of `0984-move-merchants`, in a transaction of its own. */
export class ValidateMoveStates extends Migration {
  override up(): void {
    for (const name of ['cell_merchant_state_check', 'cell_merchant_move'])
      this.addSql(`alter table cell_merchant validate constraint ${name}`)
  }
}
