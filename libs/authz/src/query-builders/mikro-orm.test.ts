import { EntitySchema, MikroORM, raw } from '@mikro-orm/core'
import { NodeSqliteDialect, type SqlEntityManager, SqliteDriver } from '@mikro-orm/sql'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Row, article, own, setUp } from '../../tests/support/query-builders/articles.ts'
import { toMikroOrm } from './mikro-orm.ts'

async function openMikroOrm() {
  const entity = new EntitySchema<Row>({
    name: 'Article',
    tableName: 'articles',
    properties: {
      id: { type: 'number', primary: true },
      ownerId: { type: 'number' },
      title: { type: 'text' },
      tags: { type: 'json', persist: false },
    },
  })
  const orm = await MikroORM.init({
    driver: SqliteDriver,
    dbName: ':memory:',
    driverOptions: new NodeSqliteDialect(':memory:'),
    entities: [entity],
  })
  onTestFinished(() => orm.close())
  const em = orm.em.fork() as SqlEntityManager
  for (const sql of setUp) await em.getConnection().execute(sql)
  return { em, entity }
}

describe('toMikroOrm', () => {
  it('goes among conditions of MikroORM, and into a query builder', async () => {
    const { em, entity } = await openMikroOrm()
    const odd = article.title.in(['c', ':id', '?', '??', '[::alias::]'])
    const readable = () => toMikroOrm(odd, entity, { em, raw })
    expect(await em.find(entity, { id: { $gt: 1 }, [readable()]: [] })).toMatchObject([{ id: 3 }])
    expect(await em.find(entity, { $and: [{ ownerId: 7 }, { [readable()]: [] }] })).toMatchObject([{ id: 3 }])
    expect(await em.count(entity, { [readable()]: [] })).toBe(1)
    const qb = em.createQueryBuilder(entity, 'a').where({ [readable()]: [] })
    expect(await qb.getResultList()).toMatchObject([{ id: 3 }])
  })

  it('goes into an update and a delete', async () => {
    const { em, entity } = await openMikroOrm()
    const options = { em, raw, table: 'articles' }
    await em.nativeUpdate(entity, { [toMikroOrm(own, entity, options)]: [] }, { title: 'z' })
    await em.nativeDelete(entity, { [toMikroOrm(article.ownerId.eq(8), entity, options)]: [] })
    expect(await em.find(entity, {})).toMatchObject([
      { id: 1, title: 'z' },
      { id: 3, title: 'z' },
    ])
  })

  it('refuses an attribute without a column', async () => {
    const { em, entity } = await openMikroOrm()
    for (const attribute of ['toString', 'tags'])
      expect(() => toMikroOrm({ op: 'isNull', attribute }, entity, { em, raw })).toThrow(
        `Article has no column for the attribute "${attribute}"`,
      )
  })
})
