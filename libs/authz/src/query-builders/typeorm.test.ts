import { DataSource, EntitySchema } from 'typeorm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Row, article, own, setUp } from '../../tests/support/query-builders/articles.ts'
import { BetterSqlite } from '../../tests/support/query-builders/node-sqlite.ts'
import { toTypeOrm } from './typeorm.ts'

async function openTypeOrm() {
  const entity = new EntitySchema<Row>({
    name: 'Article',
    tableName: 'articles',
    columns: {
      id: { type: 'int', primary: true },
      ownerId: { type: 'int', name: 'owner_id' },
      title: { type: 'text' },
    },
  })
  const source = new DataSource({
    type: 'better-sqlite3',
    database: ':memory:',
    driver: BetterSqlite,
    entities: [entity],
  })
  await source.initialize()
  onTestFinished(() => source.destroy())
  for (const sql of setUp) await source.query(sql)
  return source.getRepository(entity)
}

describe('toTypeOrm', () => {
  it('goes into one query twice, beside parameters with names like its own SQL', async () => {
    const articles = await openTypeOrm()
    const qb = articles.createQueryBuilder('a').where('a.title <> :text', { text: 'x' })
    const [first, second] = [toTypeOrm(own, qb), toTypeOrm(article.title.eq('c'), qb)]
    expect(
      await qb
        .andWhere(...first)
        .andWhere(...second)
        .getMany(),
    ).toMatchObject([{ id: 3 }])
  })

  it('goes into an update and a delete', async () => {
    const articles = await openTypeOrm()
    const update = articles.createQueryBuilder().update().set({ title: 'z' })
    await update.where(...toTypeOrm(own, update)).execute()
    const remove = articles.createQueryBuilder().delete()
    await remove.where(...toTypeOrm(article.ownerId.eq(8), remove)).execute()
    expect(await articles.find()).toMatchObject([
      { id: 1, title: 'z' },
      { id: 3, title: 'z' },
    ])
  })

  it('refuses an attribute without a column, and a query without an entity', async () => {
    const articles = await openTypeOrm()
    const lacking = { op: 'eq', attribute: '__proto__', value: 1 } as const
    expect(() => toTypeOrm(lacking, articles.createQueryBuilder('a'))).toThrow(
      'Article has no column for the attribute "__proto__"; correct its name, or return its column: { column: (attribute) => … }',
    )
    const raws = articles.manager.createQueryBuilder().select('1').from('sqlite_master', 'a')
    expect(() => toTypeOrm(own, raws)).toThrow('The query builder has no entity')
  })
})
