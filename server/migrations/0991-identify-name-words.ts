import { Migration } from '@mikro-orm/migrations'

/**
 * Lets logical replication identify the rows of `charge_name_word` by all their columns. The table has no primary key,
 * because a name may contain the same word twice, and each new charge would have to write another index. PostgreSQL
 * writes more log only for deleted rows, and only with `wal_level = logical`.
 */
export class IdentifyNameWords extends Migration {
  override up(): void {
    this.addSql('alter table charge_name_word replica identity full')
  }
}
