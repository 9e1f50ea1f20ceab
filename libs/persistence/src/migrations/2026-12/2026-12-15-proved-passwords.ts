import { Migration } from '@mikro-orm/migrations'

/**
 * Null until somebody has given the password once. Until an administrator has, each start says how to make a new
 * password (C10.1). The passwords of earlier releases count as given.
 */
export class ProvedPasswords extends Migration {
  override name = '2026-12-15-proved-passwords'

  override up(): void {
    this.addSql('alter table credentials add column proved_at timestamptz(3)')
    this.addSql('update credentials set proved_at = changed_at')
  }
}
