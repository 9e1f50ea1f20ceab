import { DataTypes, Op, Sequelize } from 'sequelize'
import { describe, expect, it, onTestFinished } from 'vitest'
import { article, setUp } from '../../tests/support/query-builders/articles.ts'
import { sqlite3 } from '../../tests/support/query-builders/node-sqlite.ts'
import { toSequelize } from './sequelize.ts'

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
  for (const sql of setUp) await sequelize.query(sql)
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
