import { where } from '@content-service/authz'
import type { ModelContext, ReaderContext } from '../visibility/read-context.ts'
import { readsAll } from '../visibility/visible-rows.ts'
import { leadsToUser, type LinkField } from '../model/fields/field.ts'
import type { RecordLink } from '../model/types/record-attributes.ts'

/** The facts about a reader that decide whether a link is visible. */
export type LinkContext = ModelContext & Pick<ReaderContext, 'stores'>

export type Values = Readonly<Record<string, unknown>>
export type Link = Pick<RecordLink, 'attribute' | 'field'>

/** A link with the id that a value gives it. */
export interface GivenLink extends Link {
  readonly id: string | number
}

export const filterById = (id: string | number) => where<{ id: string | number }>().id.eq(id)

/**
 * Whether the caller may read all records of the type. Then a missing record reveals nothing, and needs no look-up. No
 * link shows a deleted user, so that links to users need one.
 */
export const showsAll = (context: LinkContext, field: LinkField): boolean =>
  !leadsToUser(field) && readsAll(context, field.to.plural)

/** The links with the ids that the values give them, without the values that are the id of no record. */
export const listGiven = (links: readonly Link[], values: Values): readonly GivenLink[] =>
  links.flatMap((link) => {
    const given = values[link.attribute]
    const id = given === undefined || given === null ? null : link.field.parseId(String(given))
    return id === null ? [] : [{ ...link, id }]
  })
