import { createHash } from 'node:crypto'
import type { ContentModel } from '@content-service/domain'
import { listWords } from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { execute, findRow } from '../../statements/sql.ts'
import { listColumns } from '../../tables/record-columns.ts'

/** What a comparison of the rows depends on: the words of states and choices, and what is required. */
const digestModel = ({ types }: ContentModel): string => {
  const compared = types.map((type) => [
    type.plural,
    Object.entries(type.attributes).map(([name, field]) => [name, listWords(field)]),
    listColumns(type).flatMap(({ attribute, isOptional }) => (isOptional ? [] : [attribute])),
  ])
  return createHash('sha256').update(JSON.stringify(compared)).digest('base64url')
}

/**
 * C17.10: whether the last start has compared the rows with these declarations, and all of them fitted. Another version that starts
 * in between compares them with its own.
 */
export const isCompared = async (em: SqlEntityManager, model: ContentModel): Promise<boolean> => {
  const digest = digestModel(model)
  const row = await findRow(
    em,
    sql<{ isSame: boolean }>`select digest = ${digest} as "isSame" from compared_declarations`,
  )
  return row?.isSame === true
}

/** Notes a comparison. One that has found something is made again by the next start. */
export const noteCompared = async (
  em: SqlEntityManager,
  model: ContentModel,
  hasFound: boolean,
): Promise<void> => {
  const digest = hasFound ? '' : digestModel(model)
  await execute(
    em,
    sql`insert into compared_declarations (digest) values (${digest})
      on conflict (is_last) do update set digest = excluded.digest
      where compared_declarations.digest <> excluded.digest`,
  )
}
