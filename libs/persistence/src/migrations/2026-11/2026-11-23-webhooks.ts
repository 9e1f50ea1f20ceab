import { Migration } from '@mikro-orm/migrations'

/** The receivers of events (C11.1), each with its encrypted signing secret. */
export class Webhooks extends Migration {
  override name = '2026-11-23-webhooks'

  override up(): void {
    this.addSql(`create table webhooks (
      id uuid primary key,
      owner_id integer not null references users on delete cascade,
      url text not null,
      events text[] not null,
      enabled boolean not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3),
      version integer not null,
      sealed_secret text not null
    )`)
    this.addSql('create index webhooks_owner on webhooks (owner_id, created_at desc, id desc)')
  }
}
