import { toDrizzle } from '../../../src/drizzle/index.ts'
import { toMongo } from '../../../src/mongo/index.ts'
import { toPrisma } from '../../../src/prisma/index.ts'
import { toSql } from '../../../src/sql/index.ts'
import type { Database, Printers } from './database.ts'
import { openMingo, openPrisma } from './object-databases.ts'
import { openPostgres, openSqlite } from './sql-databases.ts'

export const printers: Printers = { toSql, toPrisma, toDrizzle, toMongo }

/** Opens all databases that need no other program. */
export const openDatabases = async (): Promise<readonly Database[]> => [
  ...(await openPostgres()),
  openSqlite(),
  await openPrisma(),
  openMingo(),
]

export async function closeAll(databases: readonly Database[]): Promise<void> {
  for (const database of databases) await database.close()
}
