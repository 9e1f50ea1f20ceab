import type { OnDelete } from '../fields/field.ts'
import { namesGuests } from '../guests/guest-note.ts'
import { listOutgoing, type OutgoingLink } from '../links/outgoing-links.ts'
import type { RecordType } from '../types/record-type.ts'
import { problem } from './model-problem.ts'

const ON_DELETE: readonly unknown[] = ['cascade', 'clear', 'refuse'] satisfies readonly OnDelete[]

/** The words of other systems for what happens on a deletion. */
const OTHER_WORDS: ReadonlyMap<unknown, OnDelete> = new Map([
  ['restrict', 'refuse'],
  ['no action', 'refuse'],
  ['protect', 'refuse'],
  ['set null', 'clear'],
  ['nullify', 'clear'],
])

const toWords = (given: unknown): unknown =>
  typeof given === 'string' ? given.toLowerCase().replaceAll(/[_-]/g, ' ') : given

/**
 * The types of the service, those whose records guests create, and those whose records are deleted with them: no link can
 * refuse it.
 */
export const listDeletedByService = (types: readonly RecordType[]): ReadonlySet<string> => {
  const deletes = ({ custom, resource }: RecordType) => custom !== null || namesGuests(resource?.rights)
  const deleted = new Set(types.filter(deletes).map(({ name }) => name))
  const isDeleted = (type: RecordType): boolean =>
    listOutgoing(type).some(({ onDelete, to }) => onDelete === 'cascade' && deleted.has(to.name))
  for (const _ of types) for (const type of types) if (isDeleted(type)) deleted.add(type.name)
  return deleted
}

const describeDeletion = (target: RecordType | undefined): string => {
  if (target === undefined || target.custom !== null) return ''
  return namesGuests(target.resource?.rights) ? ' of guests' : ' with the records to which they link'
}

/** The type to which a link leads; undefined if the model does not have it. */
export interface Target {
  readonly type: RecordType | undefined
  readonly isDeletedByService: boolean
}

/** C14.2: the links that can refuse a deletion, and those that can be cleared. */
export const checkOnDelete = (
  { isFixed, plural, resource }: RecordType,
  link: OutgoingLink,
  { type: target, isDeletedByService }: Target,
): readonly string[] => {
  const { onDelete, isOptional, isMany, to } = link
  if (link.isOwner) return []
  if (!ON_DELETE.includes(onDelete)) {
    const ours = OTHER_WORDS.get(toWords(onDelete))
    const advice = ours ? `write '${ours}'` : "write 'cascade', 'clear' or 'refuse'"
    return [`onDelete cannot be ${JSON.stringify(onDelete)}; ${advice}`]
  }
  const instead = isOptional ? "'cascade' or 'clear'" : "'cascade', or optional: true with onDelete: 'clear'"
  return [
    ...problem(
      onDelete === 'refuse' && isDeletedByService,
      `the service deletes ${to.plural}${describeDeletion(target)}, and no link can refuse it; add onDelete: ${instead}`,
    ),
    ...problem(
      onDelete === 'refuse' && namesGuests(resource?.rights),
      `guests create ${plural}, and cannot refuse a deletion of ${to.plural}; add onDelete: ${instead}`,
    ),
    ...problem(
      onDelete === 'clear' && isFixed && !isMany,
      "a record of a fixed type never changes, so that its link cannot be cleared; write onDelete: 'cascade', or remove fixed",
    ),
    ...problem(
      onDelete === 'clear' && !isOptional,
      `a required link cannot be cleared when the ${to.word} is deleted; add optional: true, or onDelete: 'cascade'`,
    ),
  ]
}
