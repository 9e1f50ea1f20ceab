import type { Stores } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { SqlArticleStore } from './articles/article-store.ts'
import { SqlCommentStore } from './comments/comment-store.ts'
import { SqlCategoryStore, SqlProductStore } from './products/product-store.ts'
import { SqlReader } from './reading/sql-reader.ts'
import { SqlSearchStore } from './search/search-store.ts'
import { SqlUserStore } from './users/user-store.ts'

/** The domain's stores for one request, over a session of its own. */
export const createStores = (em: SqlEntityManager): Stores => ({
  users: new SqlUserStore(em),
  articles: new SqlArticleStore(em),
  comments: new SqlCommentStore(em),
  products: new SqlProductStore(em),
  categories: new SqlCategoryStore(em),
  search: new SqlSearchStore(em),
  reader: new SqlReader(em),
})
