import { Migration } from '@mikro-orm/migrations'

/** Each order of articles is the order of an index, so that a page is read without sorting all articles. */
export class ArticleOrders extends Migration {
  override name = '2026-12-04-article-orders'

  override up(): void {
    this.addSql('create index articles_titles on articles (title, id)')
    this.addSql('create index articles_edited on articles (updated_at desc nulls last, id desc)')
    // The other direction is no scan backwards: articles without an edit stand at the end of both.
    this.addSql('create index articles_edited_first on articles (updated_at, id)')
    this.addSql('create index articles_viewed on articles (views desc, id desc)')
    this.addSql('create index articles_liked on articles (likes desc, id desc)')
    this.addSql('create index articles_published on articles (status, published_at)')
  }
}
