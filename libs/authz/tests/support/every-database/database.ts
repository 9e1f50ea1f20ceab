import type { Condition } from '../../../src/engine/conditions/condition.ts'
import type { toDrizzle } from '../../../src/drizzle/index.ts'
import type { toMongo } from '../../../src/mongo/index.ts'
import type { toPrisma } from '../../../src/prisma/index.ts'
import type { toSql } from '../../../src/sql/index.ts'
import type { Tree } from './cases.ts'

/** The functions that print a condition for a database: those of the library, or copies with a deliberate fault. */
export interface Printers {
  readonly toSql: typeof toSql
  readonly toPrisma: typeof toPrisma
  readonly toDrizzle: typeof toDrizzle
  readonly toMongo: typeof toMongo
}

/** A database with the rows of the cases. */
export interface Database {
  readonly name: string
  /** The rows as its driver returns them, decoded. Without kinds, no attribute has a declared kind. */
  readonly rows: (hasKinds: boolean) => readonly Tree[]
  /** The numbers of the rows that a condition chooses. */
  readonly select: (printers: Printers, where: Condition) => Promise<readonly number[]> | readonly number[]
  /** Whether the database can store the values of the condition. */
  readonly accepts?: (where: Condition) => boolean
  readonly close: () => Promise<void> | void
}
