import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'

/**
 * The limit: node:http, pg, and for each workload one prepared statement, whose SQL makes the JSON where that is faster. It
 * checks nothing: no server on Node and pg that does more can be faster with the same statements.
 */
const USER = `json_build_object('id', u.id::text, 'username', u.username)`
const PERSON = `json_build_object('id', u.id::text, 'username', u.username, 'name', u.name)`
const COMMENT = `json_build_object('id', c.id, 'content', c.content, 'createdAt', c.created_at, 'author', ${USER})`
const ARTICLE = `'id', a.id, 'title', a.title, 'status', a.status, 'createdAt', a.created_at, 'owner', `
const ACCOUNT = `json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'age', u.age)`

const data = (name: string, value: string): string =>
  `json_build_object('data', json_build_object('${name}', ${value}))::text`

const NEWEST = (count: number): string =>
  `select * from articles where status = 'PUBLISHED' order by created_at desc, id desc limit ${count} offset $1`

/** Newest articles with 20 comments each, which is the limit of a list without one. */
const ARTICLES_WITH_COMMENTS = (count: number): string =>
  `select ${data('articles', `json_agg(json_build_object(${ARTICLE} ${USER}, 'comments', found.comments) order by a.created_at desc, a.id desc)`)}
    from (${NEWEST(count)}) a join users u on u.id = a.owner_id cross join lateral (
      select coalesce(json_agg(${COMMENT} order by c.created_at, c.id), '[]') as comments
      from (select * from comments where article_id = a.id order by created_at, id limit 20) c
      join users u on u.id = c.author_id
    ) found`

/** An article with a new title. */
const EDITED = (shown: string): string =>
  `with a as (update articles set title = $2, version = version + 1, updated_at = now() where id = $1 returning *)
    select ${shown} from a join users u on u.id = a.owner_id`

const MEETUPS = (order: string): string =>
  data(
    'meetups',
    `json_agg(json_build_object('id', m.id, 'title', m.title, 'startsAt', m.starts_at, 'tags', m.tags, 'status', m.status,
      'topic', json_build_object('id', c.id, 'name', c.name), 'organizer', ${USER}) order by ${order})`,
  )

const READABLE_TALK = `exists (select from halls h where h.id = t.hall_id and h.status = 'OPEN')`
const SKIPPED = 'order by created_at desc, id desc limit 20 offset $1'
const EARLIER = 'created_at < $1 order by created_at desc, id desc limit 20'

const TALKS = (list: string, chosen: string): string =>
  `select ${data(
    list,
    `json_agg(json_build_object('id', t.id, 'title', t.title, 'startsAt', t.starts_at,
      'hall', case when h.status = 'OPEN' then json_build_object('id', h.id) end) order by t.created_at desc, t.id desc)`,
  )}
    from (select * from ${list} t ${chosen}) t
    join halls h on h.id = t.hall_id`

const STOP = `case stop ->> 'type'
  when 'visit' then json_build_object('key', stop -> 'key', 'site', (select json_build_object('id', h.id, 'title', h.title)
    from sites h where h.id = (stop ->> 'siteId')::uuid and h.status = 'OPEN'), 'note', stop -> 'note')
  when 'event' then json_build_object('key', stop -> 'key', 'show', (select json_build_object('id', s.id, 'title', s.title,
    'startsAt', s.starts_at) from shows s where s.id = (stop ->> 'showId')::uuid), 'minutes', stop -> 'minutes')
  else json_build_object('key', stop -> 'key', 'text', stop -> 'text') end`

const TOURS = `select ${data(
  'tours',
  `json_agg(json_build_object('id', t.id, 'title', t.title, 'stops', (select json_agg(${STOP} order by place)
    from jsonb_array_elements(t.stops) with ordinality found (stop, place))) order by t.created_at desc, t.id desc)`,
)}
  from (select * from tours ${SKIPPED}) t`

const LISTED = `'id', id, 'title', title, 'createdAt', created_at`
const NEWEST_FIRST = 'order by created_at desc, id desc'

/** The 20 newest published articles with a condition. */
const FILTERED = (condition: string): string =>
  `select ${data('articles', `coalesce(json_agg(json_build_object(${LISTED}) ${NEWEST_FIRST}), '[]')`)}
    from (select * from articles a where status = 'PUBLISHED' and ${condition} ${NEWEST_FIRST} limit 20) found`

/** The words have small letters alone. The index of the service has the folded titles. */
const HAS_WORD = (word: string): string => `fold(title) collate "C" like '%' || ${word} || '%'`

const TAGGED = `from articles where status = 'PUBLISHED' and tags @> array[$1]`

const STATEMENTS: Readonly<Record<string, string>> = {
  W1: `select ${data('article', `json_build_object(${ARTICLE} ${USER})`)}
    from articles a join users u on u.id = a.owner_id where a.id = $1 and a.status = 'PUBLISHED'`,
  W2: ARTICLES_WITH_COMMENTS(20),
  W3a: `select ${ACCOUNT}::text from users u where u.id = $1`,
  W3b: `select json_agg(${ACCOUNT} order by u.created_at desc, u.id desc)::text
    from (select * from users order by created_at desc, id desc limit 20 offset $1) u`,
  W4: `select ${data('searchAll', `coalesce(json_agg(json_build_object('id', id, 'title', title) order by score desc, id desc), '[]')`)}
    from (
      select a.id, a.title, ts_rank(d.document, websearch_to_tsquery('content', $1)) as score
      from search_documents d join articles a on a.id = d.article_id
      where d.document @@ websearch_to_tsquery('content', $1) and d.article_id is not null and a.status = 'PUBLISHED'
      order by score desc, a.id desc limit 20
    ) hits`,
  W5: `with added as (
      insert into comments (id, article_id, author_id, content, created_at, version)
      select uuidv7(), id, $2, $3, now(), 1 from articles where id = $1 and status = 'PUBLISHED' returning *
    )
    select ${data('createComment', COMMENT)} from added c join users u on u.id = c.author_id`,
  W7a: EDITED(`json_build_object(${ARTICLE} ${PERSON}, 'content', a.content, 'excerpt', a.excerpt, 'tags', a.tags,
    'version', a.version, 'updatedAt', a.updated_at, 'publishedAt', a.published_at, 'scheduledFor', a.scheduled_for)::text`),
  W7b: EDITED(data('updateArticle', `json_build_object('id', a.id, 'title', a.title, 'version', a.version)`)),
  W8: ARTICLES_WITH_COMMENTS(100),
  W10: `select ${MEETUPS('m.created_at desc, m.id desc')}
    from (select * from meetups where status <> 'PLANNED' order by created_at desc, id desc limit 20 offset $1) m
    join categories c on c.id = m.topic_id join users u on u.id = m.organizer_id`,
  W11: `select ${MEETUPS('m.starts_at, m.id')}
    from (select * from meetups where topic_id = $1 and starts_at >= $2 and status <> 'PLANNED' order by starts_at, id limit 20) m
    join categories c on c.id = m.topic_id join users u on u.id = m.organizer_id`,
  W12a: TALKS('talks', `where ${READABLE_TALK} ${SKIPPED}`),
  // Everybody sees the slots, and the halls that are open.
  W12b: TALKS('slots', SKIPPED),
  W14: FILTERED(`owner_id = $1 and ${HAS_WORD('$2')}`),
  W14b: FILTERED(HAS_WORD('$1')),
  W15: `select ${data(
    'articlesConnection',
    `json_build_object('totalCount', json_build_object('value', (select count(*) from (select ${TAGGED} limit 10001) counted)),
      'nodes', coalesce(json_agg(json_build_object(${LISTED}) ${NEWEST_FIRST}), '[]'))`,
  )}
    from (select * ${TAGGED} ${NEWEST_FIRST} limit 20) found`,
  W16: FILTERED('exists (select from comments where article_id = a.id and author_id = $1)'),
  W13a: TALKS('talks', `where ${READABLE_TALK} and ${EARLIER}`),
  W13b: TALKS('slots', `where ${EARLIER}`),
  W17: TOURS,
}

/** Statements whose rows this server writes as JSON: PostgreSQL takes longer to write 100 rows of 8 fields. */
const LISTS: Readonly<Record<string, string>> = {
  W6: `select id, title, excerpt, status, tags, likes, views, created_at as "createdAt" from (${NEWEST(100)}) a`,
}

const CONNECTIONS = 10
const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: CONNECTIONS,
  options: '-c timezone=UTC',
})

const readBody = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

const readValues = async (request: IncomingMessage, question: string): Promise<readonly unknown[]> => {
  if (request.method !== 'POST') return question === '' ? [] : decodeURIComponent(question).split(',')
  const { article, content, title } = JSON.parse(await readBody(request))
  return title === undefined ? [article, Number(request.headers['x-user-id']), content] : [article, title]
}

const find = async (name: string, values: unknown[]): Promise<string | undefined> => {
  const list = LISTS[name]
  if (list !== undefined) {
    const { rows } = await pool.query<object>({ name, text: list, values })
    return JSON.stringify({ data: { articles: rows } })
  }
  const { rows } = await pool.query<[string]>({
    name,
    text: STATEMENTS[name] ?? '',
    values,
    rowMode: 'array',
  })
  return rows[0]?.[0]
}

const server = createServer(async (request, response) => {
  const [path = '', question = ''] = (request.url ?? '').split('?')
  const name = path.slice(1)
  if (!Object.hasOwn(STATEMENTS, name) && !Object.hasOwn(LISTS, name)) return response.writeHead(404).end()
  try {
    const values = [...(await readValues(request, question))]
    const body = await find(name, values)
    if (body === undefined) return response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    return response.end(body)
  } catch (error) {
    console.error(error)
    return response.writeHead(500).end()
  }
})
server.keepAliveTimeout = 65_000
server.listen(Number(process.env['PORT']), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
