import { isOwner, type LinkField } from '../fields/field.ts'
import type { RecordLink } from '../types/record-attributes.ts'
import type { ManyLink } from './many-links.ts'
import type { JoinedLink } from './joined-links.ts'
import { memoize } from '../../rules/memoize.ts'

/** A link of a type to one record, or its links to many records. */
export interface OutgoingLink extends Pick<LinkField, 'to' | 'onDelete' | 'inverse' | 'isNamed' | 'isLate'> {
  readonly name: string
  /** The attribute with the id, or with the ids. */
  readonly attribute: string
  readonly isMany: boolean
  /** C16.1: parts of the record have the link. */
  readonly isPart?: true | undefined
  readonly isOwner: boolean
  /** A record can be without the link. */
  readonly isOptional: boolean
}

interface Linking {
  readonly links: readonly RecordLink[]
  readonly manyLinks: readonly ManyLink[]
  readonly partLinks: readonly JoinedLink[]
}

const collect = ({ links, manyLinks, partLinks }: Linking): readonly OutgoingLink[] => [
  ...links.map(({ name, attribute, field }) => {
    const { to, onDelete, inverse, isOptional, isNamed, isLate } = field
    const kind = { isOptional, isNamed, isLate, isMany: false, isOwner: isOwner(field) }
    return { name, attribute, to, onDelete, inverse, ...kind }
  }),
  ...[...manyLinks, ...partLinks].map(({ name, attribute, field, isPart }: JoinedLink) => {
    const { toMany: to, onDelete, inverse, isNamed, isLate } = field
    const kind = { isOptional: true, isNamed, isLate, isMany: true, isPart, isOwner: false }
    return { name, attribute, to, onDelete, inverse, ...kind }
  }),
]

/** All links of a type, listed once: the checks of a model ask for them again and again. */
export const listOutgoing: (type: Linking) => readonly OutgoingLink[] = memoize(collect)
