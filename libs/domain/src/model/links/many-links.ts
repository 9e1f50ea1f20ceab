import { capitalize } from '../capitalize.ts'
import type { ManyField } from '../fields/field.ts'

/** Links of a type to many records, and the names that follow from them. */
export interface ManyLink {
  /** The name of the list: `speakers`. */
  readonly name: string
  /** The attribute with the ids: `speakerIds`. */
  readonly attribute: string
  /** The inputs of an update that add and remove links: `addSpeakerIds`, `removeSpeakerIds`. */
  readonly add: string
  readonly remove: string
  readonly field: ManyField
}

/** The name of the ids in a declaration: `speakerIds` for `speakers`, and `categoryIds` for `categories`. */
export type IdsName<Name extends string, F> = F extends { readonly ids: infer Ids extends string }
  ? Ids
  : Name extends `${infer One}ies`
    ? `${One}yIds`
    : Name extends `${infer One}s`
      ? `${One}Ids`
      : `${Name}Ids`

const nameIds = (name: string): string => `${name.replace(/ies$/, 'y').replace(/s$/, '')}Ids`

export const describeManyLink = (name: string, field: ManyField): ManyLink => {
  const attribute = field.ids ?? nameIds(name)
  const ids = capitalize(attribute)
  return { name, attribute, add: `add${ids}`, remove: `remove${ids}`, field }
}

/** C14.2: the links of a record that a caller does not see are not counted, up to this number. */
export const MOST_HIDDEN = 1_000

/** The collection of the pairs of a record and a linked record: `meetups.speakers`. */
export const nameJoins = (
  { plural }: { readonly plural: string },
  { name }: Pick<ManyLink, 'name'>,
): string => `${plural}.${name}`

/** The members of a pair: the ids of both records, and the place of the link among the links of the record. */
export const JOINED = { record: 'recordId', linked: 'linkedId', place: 'place' } as const
