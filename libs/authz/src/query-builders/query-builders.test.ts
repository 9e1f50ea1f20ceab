import { EntitySchema as MikroEntity, MikroORM, raw } from '@mikro-orm/core'
import { NodeSqliteDialect, type SqlEntityManager, SqliteDriver } from '@mikro-orm/sql'
import knexOf, { type Knex } from 'knex'
import { DataTypes, Op, Sequelize } from 'sequelize'
import { DataSource, EntitySchema } from 'typeorm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { BetterSqlite, sqlite3 } from '../../tests/support/query-builders/node-sqlite.ts'
import { type Filter, where } from '../index.ts'
import { toKnex } from './knex.ts'
import { toMikroOrm } from './mikro-orm.ts'
import { toSequelize } from './sequelize.ts'
import { toTypeOrm } from './typeorm.ts'

interface Row {
  readonly id: number
  readonly ownerId: number
  readonly title: string
  readonly tags: readonly string[]
}
const article = where<Row>({ id: 'integer', ownerId: 'integer', title: 'text' })
const own = article.ownerId.eq(7)
const always: Filter = { kind: 'always' }
const never: Filter = { kind: 'never' }
const ddl = 'create table articles (id integer primary key, owner_id int, title text)'
const rows = [
  [1, 7, 'a'],
  [2, 8, 'b'],
  [3, 7, 'c'],
] as const
const insert = `insert into articles values ${rows.map(([id, owner, title]) => `(${id}, ${owner}, '${title}')`).join()}`

describe('toKnex', () => {
  const knex = knexOf({ client: 'pg' })
  const write = (condition: Parameters<typeof toKnex>[0], db: Knex = knex) =>
    db('articles')
      .where('id', '>', 3)
      .where(toKnex(condition, { knex: db }))
      .toSQL()
      .toNative()

  it('goes among conditions of Knex, with its values as bindings', () => {
    expect(write(own)).toMatchObject({
      sql: 'select * from "articles" where "id" > $1 and "ownerId" = $2::"int8"',
      bindings: [3, 7],
    })
  })

  it('selects all rows for always, and none for never', () => {
    expect(write(always).sql).toMatch(/and true$/)
    expect(write(never).sql).toMatch(/and false$/)
  })

  it('leaves no mark for a placeholder in the SQL of PostgreSQL itself', () => {
    const { sql, bindings } = write(article.tags.contains('a'))
    expect(sql.match(/\$\d+/g)).toHaveLength(bindings.length)
    expect(sql).not.toContain('?')
  })

  it('names columns as wrapIdentifier does', () => {
    const wrapIdentifier = (name: string, quote: (name: string) => string) =>
      quote(name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    expect(write(own, knexOf({ client: 'pg', wrapIdentifier })).sql).toContain('"owner_id" = $2')
  })

  it('refuses a database without a dialect, and a name with a placeholder', () => {
    expect(() => write(own, knexOf({ client: 'mssql' }))).toThrow(
      'No SQL for the database "mssql"; use one of PostgreSQL, SQLite, MySQL or MariaDB, or name a dialect',
    )
    for (const name of ['a?', 'a:b', '??'])
      expect(() => write({ op: 'eq', attribute: name, value: 1 })).toThrow('as a placeholder')
  })

  it('refuses a reference to a subject', () => {
    expect(() => write({ op: 'eq', attribute: 'ownerId', value: { subject: 'id' } })).toThrow(TypeError)
  })
})

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
  await source.query(ddl)
  await source.query(insert)
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

async function openSequelize() {
  const sequelize = new Sequelize({
    dialect: 'sqlite',
    storage: ':memory:',
    dialectModule: sqlite3,
    logging: false,
  })
  onTestFinished(() => sequelize.close())
  const columns = {
    id: { type: DataTypes.INTEGER, primaryKey: true },
    ownerId: DataTypes.INTEGER,
    title: DataTypes.TEXT,
  }
  await sequelize.query(ddl)
  await sequelize.query(insert)
  return sequelize.define('Article', columns, { timestamps: false, underscored: true, tableName: 'articles' })
}

describe('toSequelize', () => {
  it('goes among conditions of Sequelize, also with replacements and with values like placeholders', async () => {
    const Article = await openSequelize()
    const odd = article.title.in(['c', ':id', '$1', '?', "'"])
    const found = await Article.findAll({
      where: { [Op.and]: [toSequelize(odd, Article), { ownerId: 7 }, Sequelize.literal('id > :id')] },
      replacements: { id: 1 },
    })
    expect(found.map((each) => each.get('id'))).toEqual([3])
  })

  it('goes into an update and a destroy, with the name of the table', async () => {
    const Article = await openSequelize()
    const table = 'articles'
    const odd = article.title.in(['a', '$1', '$$', '$title'])
    await Article.update({ title: 'z' }, { where: toSequelize(odd, Article, { table }) as never })
    await Article.destroy({ where: toSequelize(article.ownerId.eq(8), Article, { table }) })
    const found = await Article.findAll({ order: ['id'] })
    expect(found.map((each) => each.get('title'))).toEqual(['z', 'c'])
  })

  it('refuses an attribute without a column, and times of MySQL in another zone', async () => {
    const Article = await openSequelize()
    const lacking = { op: 'eq', attribute: 'constructor', value: 1 } as const
    expect(() => toSequelize(lacking, Article)).toThrow('no column for the attribute "constructor"')
    const sequelize = new Sequelize({ dialect: 'mysql', timezone: '+02:00' })
    const Post = sequelize.define('Post', { at: DataTypes.DATE })
    expect(() => toSequelize({ op: 'isNull', attribute: 'at' }, Post)).toThrow('in the zone +02:00')
  })
})

async function openMikroOrm() {
  const entity = new MikroEntity<Row>({
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
  for (const sql of [ddl, insert]) await em.getConnection().execute(sql)
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
