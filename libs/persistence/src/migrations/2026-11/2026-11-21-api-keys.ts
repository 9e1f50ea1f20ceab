import { Migration } from '@mikro-orm/migrations'

/** API keys, stored under the digest of their text (C7.3). */
export class ApiKeys extends Migration {
  override name = '2026-11-21-api-keys'

  override up(): void {
    this.addSql(`create table api_keys (
      id uuid primary key,
      digest text not null,
      owner_id integer not null references users on delete cascade,
      name text not null,
      scopes text[] not null,
      expires_at timestamptz(3),
      created_at timestamptz(3) not null,
      last_used_at timestamptz(3)
    )`)
    this.addSql('create unique index api_keys_digest_key on api_keys (digest)')
    this.addSql('create index api_keys_owner on api_keys (owner_id, created_at desc, id desc)')
  }
}
