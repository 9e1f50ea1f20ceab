import { Migration } from '@mikro-orm/migrations'

/** C12.5: a statement that makes a response calls this function when the response is too large. */
export class RefuseResponse extends Migration {
  override name = '2026-12-16-refuse-response'

  override up(): void {
    this.addSql(`create function refuse_response() returns boolean language plpgsql as $$
      begin
        raise exception 'The response is too large.' using errcode = 'RL001';
      end
    $$`)
  }
}
