import type { ContentModel, RecordType } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findRow } from '../statements/sql.ts'

const hasTable = async (em: SqlEntityManager, name: string): Promise<boolean> => {
  const found = await findRow(
    em,
    sql<{
      isThere: boolean
    }>`select to_regclass(quote_ident(current_schema()) || '.' || ${name}) is not null as "isThere"`,
  )
  return found?.isThere === true
}

const hasRows = async (em: SqlEntityManager, { plural }: RecordType): Promise<boolean> => {
  if (!(await hasTable(em, plural))) return false
  const found = await findRow(
    em,
    sql<{ isUsed: boolean }>`select exists (select from ${sql.table(plural)}) as "isUsed"`,
  )
  return found?.isUsed === true
}

const describe = ({ name, plural }: RecordType): string =>
  `${plural}: the table has rows, and the model leaves out ${name}: nothing shows or removes them. Add ${name} to the model to use them, or delete them with SQL`

/** C15.23: one sentence for each type of the service that the model leaves out, and whose table has rows. */
export const findLeftOut = async (
  em: SqlEntityManager,
  { types }: ContentModel,
  builtIn: ContentModel,
): Promise<readonly string[]> => {
  const left = builtIn.types.filter(({ name }) => !types.some((type) => type.name === name))
  const found: string[] = []
  // One connection runs one statement at a time.
  for (const type of left) if (await hasRows(em, type)) found.push(describe(type))
  return found
}
