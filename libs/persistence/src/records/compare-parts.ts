import type { StoredPart } from './stored-tables.ts'
import type { Change, TableDifference } from './table-difference.ts'
import type { TablePart } from '../tables/table-part.ts'

export const createPart = ({ kind, statement }: TablePart): Change => ({ stage: kind, statement })

export const dropPart = (table: string, { kind, name }: Pick<TablePart, 'kind' | 'name'>): Change => {
  const dropConstraint = `alter table "${table}" drop constraint ${name}`
  const statements = {
    'primary key': dropConstraint,
    'foreign key': dropConstraint,
    index: `drop index ${name}`,
    trigger: `drop trigger ${name} on "${table}"`,
  } as const satisfies Readonly<Record<TablePart['kind'], string>>
  return { stage: kind, statement: statements[kind] }
}

/** PostgreSQL writes a statement without unnecessary quotes, and with the default kind of index. */
const normalize = (statement: string): string =>
  statement
    .toLowerCase()
    .replaceAll('"', '')
    .replaceAll(' using btree', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' (', '(')

/** The words after which PostgreSQL writes the predicate of an index in its own way. */
const PREDICATE = / where[ (].*$/s

/** Whether PostgreSQL has the declared part. It writes some expressions in its own words. */
export const isSamePart = (
  { statement, isPartial }: TablePart,
  stored: Pick<StoredPart, 'statement'>,
): boolean => {
  const [declared, found] = [normalize(statement), normalize(stored.statement)]
  return isPartial ? declared.replace(PREDICATE, '') === found.replace(PREDICATE, '') : declared === found
}

const DIGEST = /_[0-9a-f]{8}$/

/** The partial indexes of the same field whose predicates the declaration no longer has. */
const dropReplaced = (table: string, part: TablePart, stored: readonly StoredPart[]): readonly Change[] =>
  stored.flatMap(({ name }) =>
    part.isPartial && DIGEST.test(name) && name.replace(DIGEST, '') === part.name.replace(DIGEST, '')
      ? [dropPart(table, { kind: 'index', name })]
      : [],
  )

/** Compares a declared part with the stored part of its name. */
export const comparePart = (
  table: string,
  part: TablePart,
  stored: readonly StoredPart[],
): readonly TableDifference[] => {
  const { kind, name, refresh, isRequired } = part
  const refreshed: readonly Change[] = refresh === undefined ? [] : [{ stage: kind, statement: refresh }]
  const created = [createPart(part), ...refreshed]
  const found = stored.find((each) => each.name === name)
  if (found === undefined) {
    const message = `${table}: the ${kind} ${name} is missing`
    const changes = [...dropReplaced(table, part, stored), ...created]
    return [{ message, preventsStart: isRequired, canBeOfLater: true, changes }]
  }
  if (isSamePart(part, found)) return []
  const message = `${table}: the ${kind} ${name} differs from the declaration`
  return [{ message, preventsStart: false, changes: [dropPart(table, part), ...created] }]
}
