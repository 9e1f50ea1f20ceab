import { may, mayAll, type ShownMember, type ShownRecord } from '../access/access.ts'
import type { Permission } from '../access/content-policy.ts'
import { addComputed } from './computed-rows.ts'
import type { Collection } from '../model/collections.ts'
import type { Row } from '../reading/reading.ts'
import { findMasks } from './permission-filters.ts'
import { createShownRecord } from './shown-records.ts'
import type { ModelContext, ReadContext } from './read-context.ts'

/** A caller, and the list of what the response shows. */
export type NotingContext = ModelContext & Pick<ReadContext, 'response' | 'reportFailure'>

/** C12.16: notes the permission by which the response to a write shows a record, or a member of it. */
export const noteShown = (
  context: NotingContext,
  permission: Permission,
  record: Row,
  member?: ShownMember,
): void =>
  void context.response?.push({
    ...createShownRecord(context, permission, record),
    ...(member && { member }),
  })

type MaskRow = (context: NotingContext, row: Row) => Row

/** Replaces each attribute that a declaration hides from the caller by null. A replay asks about the others again (C12.16). */
export const showMasked = (context: Pick<ModelContext, 'model'>, of: Collection): MaskRow | null => {
  const masks = Object.entries(findMasks(context, of))
  if (masks.length === 0) return null
  return (context, row) => {
    const hidden: Record<string, null> = {}
    for (const [name, permissions] of masks)
      if (!(name in row)) continue
      else if (mayAll(context, permissions, row))
        for (const permission of permissions) noteShown(context, permission, row, { of, name })
      else hidden[name] = null
    return Object.keys(hidden).length === 0 ? row : { ...row, ...hidden }
  }
}

/**
 * A whole record as a read shows it: with the values that reads compute (C16.2), and with null in the place of each attribute that
 * a declaration hides from the caller.
 */
export const maskRow = <R extends Row>(context: NotingContext, of: Collection, row: R): R => {
  const type = context.model.typeOf(of)
  const whole = type ? addComputed(type, Object.keys(type.computed))(context, row) : row
  // The row keeps its attributes. The type allows null for a masked attribute.
  return (showMasked(context, of)?.(context, whole) ?? whole) as R
}

const isHidden = (context: ModelContext, { member, permission, facts }: ShownRecord): boolean =>
  member !== undefined && !may(context, permission, facts)

/** C12.16: the attributes of a kept response that the caller of a replay may not see in one of its records. */
export const findHiddenMembers = (
  context: ModelContext,
  shown: readonly ShownRecord[],
): readonly ShownMember[] =>
  shown.flatMap((record) => (isHidden(context, record) && record.member ? [record.member] : []))
