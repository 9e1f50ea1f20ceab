import { Migration } from '@mikro-orm/migrations'

/**
 * C12.4: addresses that wait for their confirmation, several reset codes at once, and the mails that count for an
 * address. Existing accounts count as confirmed: the database does not show whether strangers created them.
 */
export class EmailConfirmation extends Migration {
  override name = '2026-11-29-email-confirmation'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  'alter table users add column pending_email text, add column email_confirmed_at timestamptz(3)',
  'update users set email_confirmed_at = created_at',

  'alter table one_time_tokens drop constraint one_time_tokens_pkey',
  'drop index one_time_tokens_digest_key',
  'alter table one_time_tokens add primary key (digest)',
  'create index one_time_tokens_user on one_time_tokens (user_id, purpose)',

  // One row for each enqueued mail; `recipient` is a keyed hash of the address.
  'create table sent_mails (recipient text not null, at timestamptz(3) not null)',
  'create index sent_mails_recipient on sent_mails (recipient, at)',
  'create index sent_mails_at on sent_mails (at)',
]
