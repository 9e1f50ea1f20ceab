import {
  Article,
  builtInModel,
  Category,
  contentModel,
  extendType,
  field,
  record,
} from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'

const about = 'A value with an index.'

const Meeting = record({
  name: 'Meeting',
  plural: 'meetings',
  about,
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  index: [
    ['room', 'startsAt'],
    ['seats', 'title'],
    ['status', 'endsAt'],
    ['floor', 'startsAt'],
    ['floor', 'shelf'],
  ],
  fields: {
    title: field.line(200, { about, index: true }),
    note: field.text(10_000, { about, optional: true, index: true }),
    summary: field.line(200, { about, index: 'text' }),
    code: field.line(40, { about, unique: true }),
    seats: field.integer(0, 100_000, { about, index: true }),
    floor: field.integer(0, 10_000, { about }),
    shelf: field.integer(0, 10_000, { about }),
    price: field.number(0, { about, optional: true, index: true }),
    startsAt: field.time({ about, index: true }),
    endsAt: field.time({ about, optional: true, index: true }),
    isOpen: field.flag({ about, initial: false, index: true }),
    tags: field.tags({ about, index: true }),
    status: field.state(['PLANNED', 'OPEN', 'GONE'], { about, index: true }),
    room: field.one(Category, { about, inverse: 'meetings' }),
    host: field.owner({ about, inverse: 'meetings' }),
  },
  operations: (on) => ({
    open: on({ about, permission: 'write', from: ['PLANNED'], to: 'OPEN' }),
    end: on({ about, permission: 'write', from: ['OPEN'], to: 'GONE' }),
  }),
})
const Essay = extendType(Article, {
  fields: { subtitle: field.line(200, { about, optional: true, index: 'text' }) },
})
/** Types with each kind of index: one whose records everybody may read, and articles with drafts. */
export const listedModel = contentModel([
  Essay,
  ...builtInModel.types.filter(({ name }) => name !== 'Article'),
  Meeting,
])

/** Every tenth record has null in its optional columns. Ten records have the same number of seats. */
const writeRows = (rows: number): string => `
  insert into categories (id, name, created_at)
    select gen_random_uuid(), 'Room ' || n, now() from generate_series(1, 200) n;
  insert into users (id, username, name, email, status, deleted, permissions, profile, settings, preferences,
      tokens_valid_from, created_at, updated_at, version, roles)
    select n + 100, 'user ' || md5(n::text), 'Name', n || '@example.org', status, false, permissions, profile, settings,
      preferences, now(), timestamptz '2026-01-01Z' + n * interval '1 minute',
      case when n % 10 > 0 then timestamptz '2026-02-01Z' + n * interval '1 minute' end, 1, roles
    from users, generate_series(1, ${rows}) n where id = 1;
  insert into meetings (id, title, note, summary, code, seats, floor, shelf, price, starts_at, ends_at, is_open, tags, status, room_id,
      host_id, created_at, updated_at, version)
    select gen_random_uuid(), 'Title ' || md5(n::text), case when n % 10 > 0 then 'Note ' || md5('n' || n) end,
      'Summary ' || md5('s' || n), 'C' || n, n / 10, n % 2000, n / 2000, case when n % 10 > 0 then n * 7 % 5000 end,
      timestamptz '2026-01-01Z' + n * 7 % 20000 * interval '1 minute',
      case when n % 10 > 0 then timestamptz '2026-01-01Z' + n * 11 % 20000 * interval '1 minute' end,
      n % 1000 = 0, array['tag' || n / 10, 'tag'], case when n % 1000 = 1 then 'GONE' else 'OPEN' end,
      (select array_agg(id order by name) from categories)[n % 200 + 1], n % 200 + 101,
      timestamptz '2026-01-01Z' + n * interval '1 minute',
      case when n % 10 > 0 then timestamptz '2026-02-01Z' + n * interval '1 minute' end, 1
    from generate_series(1, ${rows}) n;
  insert into articles (id, title, subtitle, content, excerpt, excerpt_derived, status, tags, owner_id, created_at,
      updated_at, published_at, version)
    select gen_random_uuid(), 'Title ' || md5(n::text), 'Subtitle ' || md5('s' || n) || case when n / 10 % 2 = 0 then ' secret' else '' end,
      'Text.', 'Text.', true, case when n / 10 % 2 = 0 then 'DRAFT' else 'PUBLISHED' end, array['tag' || n / 20],
      n % 200 + 101, timestamptz '2026-01-01Z' + n * interval '1 minute',
      case when n % 10 > 0 then timestamptz '2026-02-01Z' + n * interval '1 minute' end,
      case when n / 10 % 2 = 1 then timestamptz '2026-02-01Z' + n * interval '1 minute' end, 1
    from generate_series(1, ${rows}) n;
  insert into comments (id, article_id, author_id, content, created_at, updated_at, version)
    select gen_random_uuid(), id, owner_id, 'Well.', created_at, updated_at, 1 from articles;
  insert into products (id, title, price, stock, category_id, created_at, updated_at, version)
    select id, title, seats, 1, room_id, created_at, updated_at, 1 from meetings`

const TABLES = ['categories', 'users', 'meetings', 'articles', 'comments', 'products']

/** Fills the tables of the model with so many records each. */
export const fillLists = async (em: SqlEntityManager, rows: number): Promise<void> => {
  for (const statement of writeRows(rows).split(';')) await em.execute(statement)
  for (const table of TABLES) await em.execute(`vacuum (analyze) ${table}`)
}
