import {
  Article,
  articleRules,
  authorizeCreatingArticle,
  countArticles,
  createArticle,
  deleteArticle,
  findType,
  isAnonymous,
  listArticles,
  perModel,
  readArticle,
  updateArticle,
  type ArticleId,
  type ArticleInput,
  type Context,
  type Precondition,
  type Row,
  type Rules,
} from '@content-service/domain'
import { receive } from '../body.ts'
import { PRIVATE_CACHE, PUBLIC_CACHE, type RestHandler } from '../http.ts'
import { answerPage, createCacheHeaders, COUNT_LIMIT, parsePage, readParameters } from '../paging.ts'
import { RecordHandlers, type Update } from '../records/record-handlers.ts'
import type { Parts } from '../records/record-routes.ts'
import { RecordView } from '../records/record-view.ts'
import { createShape } from '../shape.ts'
import { parseArticleFilters } from './article-filters.ts'
import { articleListParameters, articleSchemas } from './article-schemas.ts'

type NewArticleBody = Omit<ArticleInput, 'authorId'> & { readonly authorId?: string | number }

/** C2.1: the domain takes the id of a user as the typed interface writes it. */
const toDomainInput = ({ authorId, ...rest }: NewArticleBody): ArticleInput => ({
  ...rest,
  ...(authorId !== undefined && { authorId: String(authorId) }),
})

/** C6.10: a shared cache may keep for a minute what everybody may read; the service counts no read that a cache answers. */
const createArticleCacheHeaders = (context: Context, { status }: Row) =>
  isAnonymous(context) && status === 'PUBLISHED' ? PUBLIC_CACHE : PRIVATE_CACHE

class ArticleHandlers extends RecordHandlers {
  readonly #listed = createShape(this.schemas.listed)

  protected override get rules(): Rules {
    return articleRules(this.type as typeof Article)
  }

  /** The articles that the caller may read, without their content (C4.5, C6.3). */
  override readonly list: RestHandler = async (request, context) => {
    const { page, limit, ...given } = readParameters(request.query, articleListParameters)
    const asked = { ...(page !== undefined && { page }), ...(limit !== undefined && { limit }) }
    const paging = parsePage(asked, 'articlesConnection')
    const list = { window: paging.window, ...parseArticleFilters(given) }
    const rows = await listArticles(context, list, this.#listed.select)
    const total = await countArticles(context, list, COUNT_LIMIT + 1)
    return answerPage(
      request,
      paging,
      { shown: rows.map(this.#listed.present), total },
      createCacheHeaders(context),
    )
  }

  override readonly post: RestHandler = async (request, context) => {
    const body = receive(request, this.schemas.newBody, this.rules)
    // The schema of the body has checked the members.
    authorizeCreatingArticle(context, toDomainInput(body.asked() as NewArticleBody))
    const article = await createArticle(context, toDomainInput(body.value() as unknown as NewArticleBody))
    return this.view.showWritten(context, article, { status: 201, location: `/api/articles/${article.id}` })
  }

  protected override read(context: Context, id: ArticleId | null): Promise<Row | null> {
    return readArticle(context, id, this.view.shape.select)
  }

  protected override update(context: Context, { id, change, precondition }: Update): Promise<Article> {
    return updateArticle(context, id as ArticleId | null, change, precondition as never)
  }

  /** Moves the article to DELETED (C4.3). */
  protected override delete(
    context: Context,
    id: ArticleId | null,
    precondition: Precondition<Article>,
  ): Promise<void> {
    return deleteArticle(context, id, precondition)
  }
}

export const articleParts = perModel((model): Parts => {
  const [type, schemas] = [findType(model, Article), articleSchemas(model)]
  const view = new RecordView(type, createShape(schemas.shown), createArticleCacheHeaders)
  return { type, schemas, handlers: new ArticleHandlers(type, schemas, view) }
})

/** How responses show an article. */
export const createArticleView = ({ model }: Pick<Context, 'model'>): RecordView =>
  articleParts(model).handlers.view
