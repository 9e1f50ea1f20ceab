import type { TablePart } from '../../tables/table-part.ts'
import { createPart, dropPart, isSamePart } from '../compare-parts.ts'
import type { StoredPart } from '../stored-tables.ts'
import type { Change } from '../table-difference.ts'
import type { NameChange, TableRename } from './declared-renames.ts'
import { renameWhole, replaceNames } from './renamed-names.ts'

/** The parts of a renamed table with their names of now, and the statements that give these names. */
export interface RenamedParts {
  readonly parts: readonly StoredPart[]
  readonly changes: readonly Change[]
}

const isOfKind = ({ kind }: TablePart, stored: StoredPart): boolean =>
  kind === stored.kind || (kind === 'index' && stored.kind === 'unique index')

const withName = (statement: string, from: string, to: string): string =>
  replaceNames(statement, [{ from, to }])

const writeRename = ({ table, kind, name }: StoredPart, to: string): string =>
  kind === 'index' || kind === 'unique index'
    ? `alter index "${name}" rename to "${to}"`
    : `alter table "${table}" rename constraint "${name}" to "${to}"`

/** What a part needs to be the declared one. */
interface Match {
  readonly found: StoredPart
  readonly changes: readonly Change[]
}

/** Makes a part again whose text has names. A new trigger changes no row: the documents of searches stay. */
const recreate = (table: string, part: TablePart, found: StoredPart): readonly Change[] => [
  dropPart(table, { kind: part.kind, name: `"${found.name}"` }),
  createPart(part),
]

const findMatch = (
  part: TablePart,
  stored: readonly StoredPart[],
  { rename, tables }: { readonly rename: TableRename; readonly tables: readonly NameChange[] },
): Match | undefined => {
  const candidates = stored.filter((each) => isOfKind(part, each))
  const isRenamable = (each: StoredPart): boolean =>
    each.kind !== 'trigger' &&
    part.isPartial !== true &&
    isSamePart(part, { statement: withName(each.statement, each.name, part.name) })
  const renamable = candidates.find(isRenamable)
  if (renamable !== undefined)
    return { found: renamable, changes: [{ stage: 'rename', statement: writeRename(renamable, part.name) }] }
  const other = candidates.find((each) =>
    isSamePart(part, { statement: withName(renameWhole(each, rename, tables), each.name, part.name) }),
  )
  return other && { found: other, changes: recreate(rename.to, part, other) }
}

/** Gives the stored parts of a table the names that the declaration needs. */
export const renameParts = (
  declared: readonly TablePart[],
  stored: readonly StoredPart[],
  names: { readonly rename: TableRename; readonly tables: readonly NameChange[] },
): RenamedParts => {
  const [parts, changes] = [[...stored], [] as Change[]]
  const known = new Set(declared.map(({ name }) => name))
  for (const part of declared) {
    const own = parts.find(({ name }) => name === part.name)
    if (own !== undefined && isSamePart(part, own)) continue
    const match = findMatch(part, own ? [own] : parts.filter(({ name }) => !known.has(name)), names)
    if (match === undefined) continue
    parts.splice(parts.indexOf(match.found), 1, {
      ...match.found,
      name: part.name,
      statement: part.statement,
    })
    changes.push(...match.changes)
  }
  return { parts, changes }
}
