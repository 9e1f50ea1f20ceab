import type { StoredPart } from '../stored-tables.ts'
import type { NameChange, TableRename } from './declared-renames.ts'

const escape = (name: string): string => name.replaceAll(/[$\\]/g, '\\$&')

/** A statement with other names, which stand there whole. The name of a type of PostgreSQL after `::` stays. */
export const replaceNames = (statement: string, changes: readonly NameChange[]): string => {
  const names = new Map(changes.map(({ from, to }) => [from, to]))
  if (names.size === 0) return statement
  const words = [...names.keys()].map(escape).join('|')
  return statement.replaceAll(
    new RegExp(`(?<![A-Za-z0-9_$]|::)(?:${words})(?![A-Za-z0-9_$])`, 'g'),
    (word) => names.get(word) ?? word,
  )
}

/** What PostgreSQL tells about a part after a rename. The arguments of triggers keep their texts. */
export const renameInPart = (part: StoredPart, changes: readonly NameChange[]): StoredPart =>
  part.kind === 'trigger' ? part : { ...part, statement: replaceNames(part.statement, changes) }

/** The statement of a part with all names of now, also those that PostgreSQL does not rename. */
export const renameWhole = (
  part: Pick<StoredPart, 'statement'>,
  { columns, texts }: TableRename,
  tables: readonly NameChange[],
): string => replaceNames(part.statement, [...tables, ...columns, ...texts])
