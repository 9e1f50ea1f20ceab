import { Migration } from '@mikro-orm/migrations'

/** C12.4: the time at which the person behind a code or a session gave the password. Null for earlier rows. */
export class SignInTimes extends Migration {
  override name = '2026-11-29-sign-in-times'

  override up(): void {
    this.addSql('alter table oauth_codes add column signed_in_at timestamptz(3)')
    this.addSql('alter table oauth_sessions add column signed_in_at timestamptz(3)')
  }
}
