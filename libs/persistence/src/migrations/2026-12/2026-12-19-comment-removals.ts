import { Migration } from '@mikro-orm/migrations'

/** C14.2: a deleted comment whose links the worker still removes has no article, so that readers do not see it. */
export class CommentRemovals extends Migration {
  override name = '2026-12-19-comment-removals'

  override up(): void {
    this.addSql('alter table comments alter column article_id drop not null')
  }
}
