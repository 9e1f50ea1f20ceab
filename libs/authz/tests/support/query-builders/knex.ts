import { createRequire } from 'node:module'
import knexOf, { type Knex } from 'knex'
import { toKnex } from '../../../src/query-builders/knex.ts'
import { BetterSqlite } from './node-sqlite.ts'
import { DATABASE, type Open, type Target, relations } from './opened.ts'

// Knex has no types for its clients.
const BetterSqliteClient = createRequire(import.meta.url)(
  'knex/lib/dialects/better-sqlite3/index.js',
) as typeof Knex.Client

class NodeSqliteClient extends BetterSqliteClient {
  // The constructor of Knex calls it, so that it must be a method.
  _driver() {
    return BetterSqlite
  }
}

function configure(target: Target): Knex.Config {
  if (target.dialect === 'postgresql')
    return { client: 'pg', connection: target.url, pool: { min: 0, max: 1 } }
  if (target.dialect === 'sqlite')
    return {
      client: NodeSqliteClient as never,
      connection: { filename: target.file },
      useNullAsDefault: true,
    }
  const { socketPath } = target
  const options = { user: 'root', database: DATABASE, charset: 'utf8mb4', timezone: 'Z', socketPath }
  return { client: 'mysql2', connection: options, pool: { min: 0, max: 1 } }
}

export const openKnex: Open = async (target) => {
  const knex = knexOf(configure(target))
  return {
    // Knex leaves the form of a time to the driver, and the rows have the form of /sql.
    write: async (n, { text }) => text === undefined || (await knex('docs').where({ n }).update({ text })),
    selectDocs: async (where) => {
      const found = await knex('docs').select('n').where(toKnex(where, { knex })).orderBy('n')
      return found.map(({ n }: { n: number }) => Number(n))
    },
    selectArticles: async (filter) => {
      const columns: Readonly<Record<string, string>> = { ownerId: 'a.owner_id' }
      const column = (name: string) => knex.ref(columns[name] ?? `a.${name}`).toQuery()
      const readable = toKnex(filter, { knex, column, table: 'a', relations })
      const found = await knex('articles as a')
        .where('a.id', '>', 0)
        .where(readable)
        .select('a.id')
        .orderBy('id')
      return found.map(({ id }: { id: number }) => Number(id))
    },
    close: () => knex.destroy(),
  }
}
