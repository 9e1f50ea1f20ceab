import { Migration } from '@mikro-orm/migrations'

/** C17.10: the digest of the declarations with which the last start has compared all rows, and found nothing. */
export class ComparedDeclarations extends Migration {
  override name = '2026-12-30-compared-declarations'

  override up(): void {
    this.addSql(`create table compared_declarations (
      is_last boolean primary key default true check (is_last),
      digest text not null
    )`)
  }
}
