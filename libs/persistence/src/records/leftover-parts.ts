import type { RecordTable } from './record-table.ts'
import type { StoredPart } from './stored-tables.ts'
import type { Change, TableDifference } from './table-difference.ts'

/** The parts with which a table refuses or changes records. An index that makes nothing unique only costs time. */
type BindingKind = Exclude<StoredPart['kind'], 'primary key' | 'index'>

const CONSEQUENCES: Readonly<Record<BindingKind, string>> = {
  'foreign key': 'belongs to a link that is not declared, and refuses or changes deletions',
  'unique index': 'makes values unique, and the declaration does not',
  'unique constraint': 'makes values unique, and the declaration does not',
  check: 'can refuse records that the declaration allows',
  trigger: 'is not declared',
}

const STAGES: Readonly<Record<BindingKind, Change['stage']>> = {
  'foreign key': 'foreign key',
  'unique index': 'index',
  'unique constraint': 'index',
  check: 'column',
  trigger: 'trigger',
}

const writeDrop = ({ table, name, kind }: StoredPart): string => {
  if (kind === 'unique index') return `drop index "${name}"`
  return kind === 'trigger'
    ? `drop trigger "${name}" on "${table}"`
    : `alter table "${table}" drop constraint "${name}"`
}

const isBinding = (kind: StoredPart['kind']): kind is BindingKind => Object.hasOwn(CONSEQUENCES, kind)

/** A team can add triggers of its own. These call functions of the service. */
const OF_SERVICE = /execute function \S*(search|forget)_record\(/i

const isLeft = ({ kind, statement }: StoredPart): boolean =>
  isBinding(kind) && (kind !== 'trigger' || OF_SERVICE.test(statement))

const toDifference = (part: StoredPart): readonly TableDifference[] => {
  const { table, name, kind } = part
  if (!isBinding(kind)) return []
  return [
    {
      message: `${table}: the ${kind} ${name} ${CONSEQUENCES[kind]}`,
      preventsStart: false,
      changes: [{ stage: STAGES[kind], statement: writeDrop(part) }],
    },
  ]
}

/** The parts in the database that the declaration of a table does not have: of links, unique keys and searches that are gone. */
export const listLeftovers = (
  { parts, isOfService }: RecordTable,
  stored: readonly StoredPart[],
): readonly TableDifference[] => {
  // The migrations of the service make parts that no declaration has.
  if (isOfService) return []
  const declared = new Set(parts.map(({ name }) => name))
  return stored.filter((part) => isLeft(part) && !declared.has(part.name)).flatMap(toDifference)
}

/** The keys of a table without a declaration that refuse deletions for ever. */
export const listRefusing = (stored: readonly StoredPart[]): readonly TableDifference[] =>
  stored
    .filter(({ kind, statement }) => kind === 'foreign key' && !/ on delete /i.test(statement))
    .flatMap(toDifference)
