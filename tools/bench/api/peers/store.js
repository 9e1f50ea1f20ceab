import process from 'node:process'
import pg from 'pg'

const ARTICLE = `id, title, excerpt, status, tags, likes, views, owner_id as "ownerId", created_at as "createdAt"`
const COMMENT = `id, content, article_id as "articleId", author_id as "authorId", created_at as "createdAt"`
const USER = 'id, username, name, email, age'

// Times become the texts that the service sends; the driver's Date has to be formatted in any case.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

const FILTERED = (condition) =>
  `select ${ARTICLE} from articles a where status = 'PUBLISHED' and ${condition} order by created_at desc, id desc limit 20`
const HAS_WORD = (word) => `fold(title) collate "C" like '%' || ${word} || '%'`

const STATEMENTS = {
  byOwnerAndWord: FILTERED(`owner_id = $1 and ${HAS_WORD('$2')}`),
  byWord: FILTERED(HAS_WORD('$1')),
  byTag: FILTERED('tags @> array[$1]'),
  countByTag: `select count(*)::int as value from (
      select from articles where status = 'PUBLISHED' and tags @> array[$1] limit 10001
    ) counted`,
  byCommenter: FILTERED('exists (select from comments where article_id = a.id and author_id = $1)'),
  article: `select ${ARTICLE} from articles where id = $1 and status = 'PUBLISHED'`,
  articles: `select ${ARTICLE} from articles where status = 'PUBLISHED' order by created_at desc, id desc limit $1 offset $2`,
  search: `select ${ARTICLE} from (
      select article_id, ts_rank(document, websearch_to_tsquery('content', $1)) as score from search_documents
      where document @@ websearch_to_tsquery('content', $1) and article_id is not null
    ) hits join articles on id = article_id where status = 'PUBLISHED' order by score desc, id desc limit $2`,
  user: `select ${USER} from users where id = $1`,
  usersById: `select ${USER} from users where id = any($1::integer[])`,
  users: `select ${USER} from users order by created_at desc, id desc limit $1 offset $2`,
  comments: `select found.* from unnest($1::uuid[]) article(id) cross join lateral (
      select ${COMMENT} from comments where article_id = article.id order by created_at, id limit $2
    ) found`,
  createComment: `insert into comments (id, article_id, author_id, content, created_at, version)
    select uuidv7(), id, $2, $3, now(), 1 from articles where id = $1 and status = 'PUBLISHED' returning ${COMMENT}`,
}

/** The limit and the offset of a page. */
export const readPage = ({ page = 1, limit = 20 }) => [limit, (page - 1) * limit]

/** Runs the statements of the servers that are written by hand; with `arePrepared`, PostgreSQL plans each of them once. */
export const createStore = ({ arePrepared }) => {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
  const query = async (name, ...values) => {
    const text = STATEMENTS[name]
    return (await pool.query(arePrepared ? { name, text, values } : { text, values })).rows
  }
  const queryOne = async (name, ...values) => (await query(name, ...values))[0] ?? null
  return {
    article: (id) => queryOne('article', id),
    articles: (limit, offset) => query('articles', limit, offset),
    byOwnerAndWord: (owner, word) => query('byOwnerAndWord', owner, word),
    byWord: (word) => query('byWord', word),
    byTag: (tag) => query('byTag', tag),
    countByTag: (tag) => queryOne('countByTag', tag),
    byCommenter: (user) => query('byCommenter', user),
    search: (text, limit) => query('search', text, limit),
    user: (id) => queryOne('user', id),
    users: (limit, offset) => query('users', limit, offset),
    createComment: (articleId, authorId, content) => queryOne('createComment', articleId, authorId, content),
    /** In the order of the ids. */
    async usersById(ids) {
      const users = new Map((await query('usersById', ids)).map((user) => [user.id, user]))
      return ids.map((id) => users.get(id) ?? null)
    },
    /** A list for each article, oldest first. */
    async commentsByArticle(ids, limit) {
      const comments = Map.groupBy(await query('comments', ids, limit), ({ articleId }) => articleId)
      return ids.map((id) => comments.get(id) ?? [])
    },
  }
}
