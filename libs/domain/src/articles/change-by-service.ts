import type { Stores } from '../context/context.ts'
import type { ArticleId } from '../rules/ids.ts'
import { hasDifferentText, type Article } from './article.ts'
import { createRevision } from './revision.ts'

/** C4.4: changes an article without a person: the earlier version is a revision of its owner. */
export const changeByService = (
  { articles }: Pick<Stores, 'articles'>,
  id: ArticleId,
  decide: (current: Article) => Article,
  now: Date,
): Promise<Article | null> =>
  articles.change(id, (current) => {
    const next = decide(current)
    if (!hasDifferentText(current, next)) return { next }
    return { next, revision: createRevision(current, articles.nextRevisionId(), current.ownerId, now) }
  })
