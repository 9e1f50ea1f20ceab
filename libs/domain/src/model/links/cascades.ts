import type { ContentModel } from '../content-model.ts'
import type { RecordType } from '../types/record-type.ts'
import { hasToBeFound, listIncoming, type IncomingLink } from './incoming-links.ts'

type Types = Pick<ContentModel, 'types'>

/** C14.2: the links to a type whose records are deleted with the record to which they link. */
export const listCascades = (model: Types, to: RecordType): readonly IncomingLink[] =>
  listIncoming(model, to, 'cascade').filter(({ type }) => hasToBeFound(model, type))

/** C14.2: the links to a type by which a deletion changes or deletes other records. */
export const listChanging = (model: Types, to: RecordType): readonly IncomingLink[] => [
  ...listIncoming(model, to, 'clear'),
  ...listCascades(model, to),
]

/** The types whose records the deletion of a record can delete, at any distance. */
export const listReached = (model: Types, from: RecordType): ReadonlySet<RecordType> => {
  const reached = new Set<RecordType>()
  const visit = (to: RecordType): void => {
    for (const { type } of listCascades(model, to))
      if (!reached.has(type)) {
        reached.add(type)
        visit(type)
      }
  }
  visit(from)
  return reached
}

/** C15.15: whether a record that is deleted with a record of this type can have links that refuse its deletion. */
export const canRefuseBehind = (model: Types, type: RecordType): boolean =>
  [...listReached(model, type)].some((reached) => listIncoming(model, reached, 'refuse').length > 0)

/** C14.2: whether records that link to a record of this type, at any distance, can refuse its deletion. */
export const canBeRefused = (model: Types, type: RecordType): boolean =>
  listIncoming(model, type, 'refuse').length > 0 || canRefuseBehind(model, type)

/**
 * C15.15: whether a deleted record of this type can wait until the worker has changed all that links to it. The row of a
 * deleted user says so itself.
 */
export const canWait = (model: Types, type: RecordType): boolean =>
  !type.isNumbered && listChanging(model, type).length > 0
