import { EntitySchema, MikroORM, raw } from '@mikro-orm/core'
import { PostgreSqlDriver } from '@mikro-orm/postgresql'
import { NodeSqliteDialect, type SqlEntityManager, SqliteDriver } from '@mikro-orm/sql'
import { toMikroOrm } from '../../../src/query-builders/mikro-orm.ts'
import { names } from '../sql-agreement.ts'
import { type Open, type Target, relations } from './opened.ts'

interface Doc {
  readonly n: number
  readonly timestamp: Date | null
  readonly text: string | null
}
interface Article {
  readonly id: number
}

const text = { type: 'text', nullable: true } as const
/** The other columns. Their types decide nothing in a WHERE clause. */
const others: Readonly<Record<string, object>> = Object.fromEntries(
  names
    .filter((name) => name !== 'text' && name !== 'timestamp')
    .map((name) => [name, { ...text, fieldName: name }]),
)
const docs = new EntitySchema<Doc>({
  name: 'Doc',
  tableName: 'docs',
  properties: {
    ...others,
    n: { type: 'number', primary: true },
    text,
    timestamp: { type: 'datetime', nullable: true, length: 3 },
  },
})
const articles = new EntitySchema<Article>({
  name: 'Article',
  tableName: 'articles',
  properties: {
    id: { type: 'number', primary: true },
    ...{
      level: { type: 'number', nullable: true },
      title: text,
      ownerId: { type: 'number', nullable: true },
    },
  },
})

const entities = [docs, articles]

function connect(target: Target): Promise<MikroORM> {
  if (target.dialect === 'postgresql')
    return MikroORM.init({ driver: PostgreSqlDriver, clientUrl: target.url, entities, pool: { max: 1 } })
  if (target.dialect === 'mysql') throw new TypeError('The repository has no driver of MikroORM for MySQL.')
  const driverOptions = new NodeSqliteDialect(target.file)
  return MikroORM.init({ driver: SqliteDriver, dbName: target.file, driverOptions, entities })
}

export const openMikroOrm: Open = async (target) => {
  const orm = await connect(target)
  const em = orm.em.fork() as SqlEntityManager
  return {
    write: (n, values) => em.nativeUpdate(docs, { n }, { ...values }),
    selectDocs: async (where) => {
      const readable = toMikroOrm(where, docs, { em, raw })
      const found = await em.fork().find(docs, { [readable]: [] }, { fields: ['n'], orderBy: { n: 'asc' } })
      return found.map(({ n }) => n)
    },
    selectArticles: async (filter) => {
      const readable = toMikroOrm(filter, articles, { em, raw, relations })
      const where = { id: { $gt: 0 }, [readable]: [] }
      const found = await em.fork().find(articles, where, { fields: ['id'], orderBy: { id: 'asc' } })
      return found.map(({ id }) => id)
    },
    close: () => orm.close(),
  }
}
