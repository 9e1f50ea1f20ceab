import { builtInModel, type ContentModel, type RecordType } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import type { WriteNotices } from '../recording/write-notices.ts'
import type { PreparedRows } from '../connections/pg-client.ts'
import type { Pipeline } from '../prepared/pipeline.ts'
import type { PreparedStatement } from '../statements/prepared-statement.ts'
import { Tables } from '../tables/tables.ts'
import { createRowStatement, type RowStatement } from '../tables/row-statement.ts'
import { compileStatement, findPreparedRows, findRows, type Sql } from '../statements/sql.ts'

/** The parts of an open database that its sessions share. */
export class DatabaseParts {
  /** Undefined for an embedded database. */
  pipeline?: Pipeline
  /** The model with which the database is open. */
  model: ContentModel = builtInModel
  notices?: WriteNotices
  readonly #tables = new WeakMap<ContentModel, Tables>()
  readonly #rows = new WeakMap<Tables, Map<RecordType, RowStatement>>()

  /** The tables of a model, the same objects for each call. */
  tablesOf(model: ContentModel): Tables {
    const tables = this.#tables.get(model) ?? new Tables(model)
    this.#tables.set(model, tables)
    return tables
  }

  /** The statement that reads a row of a type of the model. */
  rowsOf(type: RecordType, model = this.model): RowStatement {
    const tables = this.tablesOf(model)
    const statements = this.#rows.get(tables) ?? new Map<RecordType, RowStatement>()
    this.#rows.set(tables, statements)
    const rows = statements.get(type) ?? createRowStatement(tables, type)
    statements.set(type, rows)
    return rows
  }
}

/**
 * Something that all sessions of an open database share, made with its first use. MikroORM makes the sessions: only their
 * connection is one object in all sessions of a database, and no other object.
 */
export const perDatabase = <Part>(create: () => Part): ((em: SqlEntityManager) => Part) => {
  const parts = new WeakMap<object, Part>()
  return (em) => {
    const connection = em.getConnection()
    const found = parts.get(connection) ?? create()
    parts.set(connection, found)
    return found
  }
}

/** The parts of the database of a session. */
export const findParts = perDatabase(() => new DatabaseParts())

/** Runs a read that is not prepared: on the connection of the session's transaction, or beside other reads. */
export const findUnprepared = async <Row>(
  em: SqlEntityManager,
  statement: Sql<Row>,
): Promise<readonly Row[]> => {
  const pipeline = em.isInTransaction() ? undefined : findParts(em).pipeline
  if (!pipeline) return findRows(em, statement)
  const { text, values } = compileStatement(statement)
  // The statement selects the columns of the rows.
  return (await pipeline.findObjects(text, values)) as readonly Row[]
}

/** Runs a prepared statement: on the connection of the session's transaction, or beside other reads. */
export const findPrepared = (
  em: SqlEntityManager,
  statement: PreparedStatement,
  values: readonly unknown[],
): Promise<PreparedRows> => {
  const pipeline = em.isInTransaction() ? undefined : findParts(em).pipeline
  if (pipeline) return pipeline.find(statement, values)
  return findPreparedRows(em, statement.text, values).then((rows) => rows.map((row) => Object.values(row)))
}
