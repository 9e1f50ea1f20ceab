import type { ContentModel } from '../content-model.ts'
import type { LinkField, TypeName } from '../field.ts'
import type { RecordLink } from '../record-attributes.ts'
import type { RecordType } from '../record-type.ts'

/** C14.2: the field that says whether other records refuse the deletion of a record. A read computes it. */
export const HAS_REFUSING_LINKS = 'hasRefusingLinks'

/** A link that leads to the records of a type, with the type that declares it. */
export interface IncomingLink extends RecordLink {
  readonly type: RecordType
}

/** C14.2: the links to a type that have this effect when one of its records is deleted. */
export const listIncoming = (
  { types }: Pick<ContentModel, 'types'>,
  to: Pick<TypeName, 'name'>,
  onDelete: LinkField['onDelete'],
): readonly IncomingLink[] =>
  types.flatMap((type) =>
    type.links
      .filter(({ field }) => field.to.name === to.name && field.onDelete === onDelete)
      .map((link) => ({ ...link, type })),
  )
