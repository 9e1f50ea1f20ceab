import { OperatorError } from '@content-service/domain/internal/rules'
import { writeSearchPath } from './session.ts'

interface Queried {
  query(text: string): Promise<{ readonly rows: readonly object[] }>
}

const findSchema = async (client: Queried): Promise<string> => {
  const [row] = (await client.query('select current_schema() as schema')).rows as readonly {
    schema: string | null
  }[]
  if (row && row.schema !== null) return row.schema
  throw new OperatorError(
    'The search path of the database names no schema that exists. Set DATABASE_SCHEMA to the schema of the tables.',
  )
}

/**
 * Keeps all connections of a pool in the schema that the first one found, whatever the search path of the role names
 * later.
 */
export const pinSearchPath = (): ((client: Queried) => Promise<void>) => {
  let schema: string | undefined
  return async (client) => {
    schema ??= await findSchema(client)
    await client.query(`set search_path = ${writeSearchPath(schema)}`)
  }
}
