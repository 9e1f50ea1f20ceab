import { mayAll } from '../access/access.ts'
import { isHideable, isLink, type Field } from '../model/fields/field.ts'
import { hasLinks } from '../model/links/part-links.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { isObject } from '../rules/is-object.ts'
import { isSame } from '../rules/is-same.ts'
import { findMasks } from '../visibility/permission-filters.ts'
import type { ModelContext } from '../visibility/read-context.ts'
import type { Change, DomainEvent } from './domain-event.ts'
import type { EventData, EventRecord } from './event-data.ts'

/** The member with the changed names. No document shows members with a dot in their names. */
export const CHANGED = '.changed'

interface Changed {
  readonly names: readonly string[]
  /** The earlier values of changed links, which a receiver may not see. */
  readonly links: EventData
}

const isNamed = ({ isInternal, isHidden }: Field): boolean => !isInternal && !isHidden

const listNames = ({ attributes, manyLinks }: RecordType): readonly string[] => [
  ...Object.entries(attributes).flatMap(([name, field]) => (isNamed(field) ? [name] : [])),
  ...manyLinks.map(({ attribute }) => attribute),
]

/** The attributes with links, their own or those in their parts. */
const listLinks = ({ attributes, manyLinks }: RecordType): readonly string[] => [
  ...Object.entries(attributes).flatMap(([name, field]) =>
    (isLink(field) ? isHideable(field) : hasLinks(field)) ? [name] : [],
  ),
  ...manyLinks.map(({ attribute }) => attribute),
]

/** C16.4: the names that differ between two versions of a record, for its `updated` event. */
export const noteChanged = (
  type: RecordType,
  { before, after }: Change<EventRecord>,
  name: string,
): EventData => {
  if (before === null || after === null || !name.endsWith('.updated')) return {}
  const [earlier, later] = [before as unknown as EventData, after as unknown as EventData]
  const names = listNames(type).filter((each) => !isSame(earlier[each], later[each]))
  const links = listLinks(type).filter((each) => names.includes(each))
  const changed: Changed = { links: Object.fromEntries(links.map((each) => [each, earlier[each]])), names }
  return { [CHANGED]: changed }
}

/** An event of an earlier release has none. */
export const readChanged = ({ [CHANGED]: changed }: EventData): Changed | null =>
  isObject(changed) && Array.isArray(changed['names']) && isObject(changed['links'])
    ? { names: changed['names'], links: changed['links'] }
    : null

/** The changed names whose values the receiver sees: no masked value, and nothing of a user beyond the public profile. */
export const showChanged = (
  context: ModelContext,
  { resource, data }: DomainEvent,
  { shown, facts }: { readonly shown: EventData; readonly facts: EventData | null },
): readonly string[] | null => {
  const masks = findMasks(context, resource)
  const isShown = (name: string): boolean => {
    const mask = masks[name] ?? []
    if (facts === null) return mask.length === 0 && name in shown && isSame(shown[name], data[name])
    return mayAll(context, mask, facts)
  }
  return readChanged(data)?.names.filter(isShown) ?? null
}
