import { isOwner, type LinkField } from '../fields/field.ts'
import type { RecordLink } from '../types/record-attributes.ts'
import type { ManyLink } from './many-links.ts'

/** A link of a type to one record, or its links to many records. */
export interface OutgoingLink extends Pick<LinkField, 'to' | 'onDelete' | 'inverse' | 'isNamed' | 'isLate'> {
  readonly name: string
  /** The attribute with the id, or with the ids. */
  readonly attribute: string
  readonly isMany: boolean
  readonly isOwner: boolean
  /** A record can be without the link. */
  readonly isOptional: boolean
}

interface Linking {
  readonly links: readonly RecordLink[]
  readonly manyLinks: readonly ManyLink[]
}

/** All links of a type. */
export const listOutgoing = ({ links, manyLinks }: Linking): readonly OutgoingLink[] => [
  ...links.map(({ name, attribute, field }) => {
    const { to, onDelete, inverse, isOptional, isNamed, isLate } = field
    const kind = { isOptional, isNamed, isLate, isMany: false, isOwner: isOwner(field) }
    return { name, attribute, to, onDelete, inverse, ...kind }
  }),
  ...manyLinks.map(({ name, attribute, field: { toMany: to, onDelete, inverse, isNamed, isLate } }) => {
    const kind = { isOptional: true, isNamed, isLate, isMany: true, isOwner: false }
    return { name, attribute, to, onDelete, inverse, ...kind }
  }),
]
