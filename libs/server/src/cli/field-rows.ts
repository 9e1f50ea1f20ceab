import type { RecordType } from '@content-service/domain'
import { isBlocks, isGroup, isList, type Field, type Fields } from '@content-service/domain/internal/model'
import { describeKind, describeLimits } from './field-kinds.ts'
import { describeNotes } from './field-notes.ts'

type Entry = readonly [path: string, field: Field]

/** The kind as the declaration names it. `describeKind` has the word of earlier lists for a group. */
const nameKind = (field: Field): string => {
  if (isGroup(field)) return 'group'
  return isList(field) ? `list of ${nameKind(field.item)}` : describeKind(field)
}

const listMembers = (path: string, members: Fields): readonly Entry[] =>
  Object.entries(members).flatMap(([name, member]) => listParts([`${path}.${name}`, member]))

/** C16.1: a field and the members of its parts, each with its path: `nutrition.calories`, `body.quote.text`. */
const listParts = ([path, field]: Entry): readonly Entry[] => {
  const own: Entry = [path, field]
  const parts = isList(field) ? field.item : field
  if (isGroup(parts)) return [own, ...listMembers(path, parts.members)]
  if (!isBlocks(parts)) return [own]
  return [
    own,
    ...Object.entries(parts.blocks).flatMap(([type, members]) => listMembers(`${path}.${type}`, members)),
  ]
}

/** A line for each field, and for each member of a group, of a list of groups and of a block. */
export const listFieldRows = (type: RecordType): readonly (readonly string[])[] =>
  Object.entries(type.fields)
    .flatMap(listParts)
    .map(([path, field]) => [
      path,
      nameKind(field),
      field.isOptional ? 'yes' : 'no',
      describeLimits(field),
      describeNotes(path, field, type),
    ])
