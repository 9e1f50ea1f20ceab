import { mayAll, type PolicyContext } from '../../access/access.ts'
import { isLink, isSlug, isState, type Field } from '../../model/fields/field.ts'
import {
  listPlacedLinks,
  mapPartLinks,
  type LinkedId,
  type PlacedLink,
} from '../../model/links/part-links.ts'
import { readKept } from '../../model/kept/kept-values.ts'
import { readRevisedValues, type RecordRevision } from '../../model/revisions/revision.ts'
import { listDerivedAgain } from '../../model/types/derived-values.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import { isSame } from '../../rules/is-same.ts'
import { hideLinks } from '../hide-links.ts'
import type { LinkContext, Values } from '../readable-links.ts'

/** A revision, and its record of now with the facts by which the policy decides. */
export interface Restored {
  readonly revision: RecordRevision
  readonly current: object
  readonly facts: object
}

/** Whether a revision has a value that a client could send. */
const isRestorable = (field: Field, kept: unknown): boolean =>
  kept === null ? field.isOptional : readKept(field, kept) !== null

/** The values of the revision that the caller sees and that a client may send, by the declaration of now. */
const pickSeen = (
  context: PolicyContext,
  { inputs, masks }: RecordType,
  { revision: { values }, facts }: Restored,
): Values =>
  Object.fromEntries(
    Object.entries(inputs).flatMap(([name, field]) => {
      if (
        isState(field) ||
        isSlug(field) ||
        !Object.hasOwn(values, name) ||
        !isRestorable(field, values[name])
      )
        return []
      if (!mayAll(context, masks[name] ?? [], facts)) return []
      return [[name, readKept(field, values[name])] as const]
    }),
  )

const nameKeys = ({ keys }: PlacedLink): string => JSON.stringify(keys)

/** A link in a part to a record that is gone or hidden: the part of now with its key has another one, or none. */
const keepPartLinks = (
  { attributes }: RecordType,
  { seen, shown }: { readonly seen: Values; readonly shown: Values },
  current: Values,
): Values => {
  const before = new Map<string, LinkedId | null>(
    listPlacedLinks(attributes, seen).map((link) => [nameKeys(link), link.id]),
  )
  const now = new Map(listPlacedLinks(attributes, current).map((link) => [nameKeys(link), link.id]))
  return mapPartLinks(attributes, shown, (link) => {
    const key = nameKeys(link)
    return link.id === null && before.get(key) !== null ? (now.get(key) ?? null) : link.id
  })
}

/** The values without the links to one record that show none to the caller: they stay as they are now. */
const omitHidden = ({ inputs }: RecordType, seen: Values, shown: Values): Values =>
  Object.fromEntries(
    Object.entries(shown).filter(([name]) => {
      const field = inputs[name]
      return !(field && isLink(field) && shown[name] === null && seen[name] !== null)
    }),
  )

/**
 * C17.3: what an update sends that restores a revision: the values that differ and that the caller sees. States stay, and so do
 * hidden links and links to records that are gone.
 */
export const createRestoringChange = async (
  context: LinkContext,
  type: RecordType,
  restored: Restored,
): Promise<Values> => {
  const seen = pickSeen(context, type, restored)
  const shown = omitHidden(type, seen, await hideLinks(context, type, seen))
  const current = readRevisedValues(type, restored.current)
  const values = keepPartLinks(type, { seen, shown }, await hideLinks(context, type, current))
  const differing = Object.entries(values).filter(([name, value]) => !isSame(value, current[name]))
  const again = Object.entries(listDerivedAgain(type, restored.revision.values))
  return Object.fromEntries([...differing, ...again.filter(([name]) => Object.hasOwn(seen, name))])
}
