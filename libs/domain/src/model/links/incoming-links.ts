import type { ContentModel } from '../content-model.ts'
import type { LinkField, TypeName } from '../fields/field.ts'
import type { RecordType } from '../types/record-type.ts'
import { listOutgoing, type OutgoingLink } from './outgoing-links.ts'

/** C14.2: the field that says whether other records refuse the deletion of a record. A read computes it. */
export const HAS_REFUSING_LINKS = 'hasRefusingLinks'

/** A link that leads to the records of a type, with the type that declares it. */
export interface IncomingLink extends OutgoingLink {
  readonly type: RecordType
}

/** C14.2: the links to a type that have this effect when one of its records is deleted. */
export const listIncoming = (
  { types }: Pick<ContentModel, 'types'>,
  to: Pick<TypeName, 'name'>,
  onDelete: LinkField['onDelete'],
): readonly IncomingLink[] =>
  types.flatMap((type) =>
    listOutgoing(type)
      .filter((link) => link.to.name === to.name && link.onDelete === onDelete)
      .map((link) => ({ ...link, type })),
  )

/**
 * Whether a deletion that takes records of this type with it has to find them first. The database deletes the comments of an
 * article: they matter only if records of a team link to comments.
 */
export const hasToBeFound = (model: Pick<ContentModel, 'types'>, type: RecordType): boolean =>
  type.custom === null ||
  listIncoming(model, type, 'cascade').length > 0 ||
  listIncoming(model, type, 'clear').length > 0
