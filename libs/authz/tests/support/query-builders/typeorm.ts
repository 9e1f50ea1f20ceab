import { DataSource, type DataSourceOptions, EntitySchema, type EntitySchemaColumnOptions } from 'typeorm'
import { toTypeOrm } from '../../../src/query-builders/typeorm.ts'
import { names } from '../sql-agreement.ts'
import { BetterSqlite } from './node-sqlite.ts'
import { DATABASE, type Open, type Target, relations } from './opened.ts'

type Row = Readonly<Record<string, unknown>>
const primary: EntitySchemaColumnOptions = { type: 'int', primary: true }
const number: EntitySchemaColumnOptions = { type: 'int', nullable: true }

const Article = new EntitySchema<Row>({
  name: 'Article',
  tableName: 'articles',
  columns: {
    id: primary,
    level: number,
    title: { type: 'text', nullable: true },
    ownerId: { ...number, name: 'owner_id' },
  },
})

/** The types of the other columns decide nothing in a WHERE clause. */
const createDocs = (dialect: Target['dialect']) =>
  new EntitySchema<Row>({
    name: 'Doc',
    tableName: 'docs',
    columns: {
      n: primary,
      ...Object.fromEntries(names.map((name) => [name, { type: 'text', nullable: true }])),
      timestamp: { type: dialect === 'postgresql' ? 'timestamptz' : 'datetime', nullable: true },
    },
  })

function configure(target: Target): DataSourceOptions {
  if (target.dialect === 'postgresql') return { type: 'postgres', url: target.url }
  if (target.dialect === 'sqlite')
    return { type: 'better-sqlite3', database: target.file, driver: BetterSqlite }
  const { socketPath } = target
  return {
    type: 'mariadb',
    username: 'root',
    database: DATABASE,
    socketPath,
    timezone: 'Z',
    charset: 'utf8mb4',
  }
}

export const openTypeOrm: Open = async (target) => {
  const Doc = createDocs(target.dialect)
  const source = new DataSource({ ...configure(target), entities: [Article, Doc] })
  await source.initialize()
  return {
    write: (n, values) => source.getRepository(Doc).update({ n }, { ...values }),
    selectDocs: async (where) => {
      const qb = source.getRepository(Doc).createQueryBuilder('doc').select('doc.n', 'n').orderBy('doc.n')
      const found = await qb.where(...toTypeOrm(where, qb)).getRawMany<{ n: number }>()
      return found.map(({ n }) => Number(n))
    },
    selectArticles: async (filter) => {
      const qb = source
        .getRepository(Article)
        .createQueryBuilder('article')
        .where('article.id > :int8', { int8: 0 })
      const found = await qb
        .andWhere(...toTypeOrm(filter, qb, { relations }))
        .orderBy('article.id')
        .getMany()
      return found.map(({ id }) => Number(id))
    },
    close: () => source.destroy(),
  }
}
