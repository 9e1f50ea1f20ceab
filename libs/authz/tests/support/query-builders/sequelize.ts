import { DataTypes, Op, type Options, Sequelize } from 'sequelize'
import { toSequelize } from '../../../src/query-builders/sequelize.ts'
import { names } from '../sql-agreement.ts'
import { sqlite3 } from './node-sqlite.ts'
import { DATABASE, type Open, type Target, relations } from './opened.ts'

function configure(target: Target): Options {
  if (target.dialect === 'sqlite')
    return { dialect: 'sqlite', storage: target.file, dialectModule: sqlite3, logging: false }
  if (target.dialect === 'postgresql') return { dialect: 'postgres', logging: false }
  const dialectOptions = { socketPath: target.socketPath, charset: 'utf8mb4' }
  return { dialect: 'mysql', username: 'root', database: DATABASE, dialectOptions, logging: false }
}

const create = (target: Target): Sequelize =>
  target.dialect === 'postgresql'
    ? new Sequelize(target.url, configure(target))
    : new Sequelize(configure(target))

/** Sequelize adds the name of the column to the object. */
const createPrimary = () => ({ type: DataTypes.INTEGER, primaryKey: true })
const PLAIN = { timestamps: false, underscored: true } as const

/** The types of the columns decide nothing in a WHERE clause, but for times. */
const docColumns = {
  n: createPrimary(),
  ...Object.fromEntries(names.map((name) => [name, { type: DataTypes.TEXT, field: name }])),
  timestamp: DataTypes.DATE(3),
}
const articleColumns = {
  id: createPrimary(),
  level: DataTypes.INTEGER,
  title: DataTypes.TEXT,
  ownerId: DataTypes.INTEGER,
}

export const openSequelize: Open = async (target) => {
  const sequelize = create(target)
  const Doc = sequelize.define('Doc', docColumns, { ...PLAIN, tableName: 'docs' })
  const Article = sequelize.define('Article', articleColumns, { ...PLAIN, tableName: 'articles' })
  return {
    write: (n, values) => Doc.update({ ...values }, { where: { n } }),
    selectDocs: async (where) => {
      const found = await Doc.findAll({ attributes: ['n'], where: toSequelize(where, Doc), order: ['n'] })
      return found.map((doc) => Number(doc.get('n')))
    },
    selectArticles: async (filter) => {
      const readable = toSequelize(filter, Article, { relations })
      const where = { [Op.and]: [{ id: { [Op.gt]: 0 } }, readable] }
      const found = await Article.findAll({ attributes: ['id'], where, order: ['id'] })
      return found.map((article) => Number(article.get('id')))
    },
    close: () => sequelize.close(),
  }
}
