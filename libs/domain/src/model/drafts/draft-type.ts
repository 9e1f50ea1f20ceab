import { memoize } from '../../rules/memoize.ts'
import { isState, type Field } from '../fields/field.ts'
import { namePartMember } from '../fields/member-rules.ts'
import { canBeMissing, deriveKeptType, type KeptType } from '../kept/kept-type.ts'
import type { Fields } from '../types/record-operation.ts'
import type { RecordType } from '../types/record-type.ts'

/** A type that describes the drafts of another one. */
export type DraftType = KeptType & { readonly keptAs: 'draft' }

/** The members of a draft beside the fields of its record. */
export const DRAFT_MEMBERS = ['baseVersion', 'changedAt', 'isStale', 'changes'] as const

/** The field of a record with the draft of the caller. */
export const DRAFT = 'draft'
/** The relation behind the field. Filters and rights cannot name it, because no name of theirs begins with a dot. */
export const OWN_DRAFT = '.draft'

type Named = Pick<RecordType, 'name'>

/** The collection of the drafts of a type: `recipes.drafts`. */
export const nameDrafts = ({ plural }: Pick<RecordType, 'plural'>): string => `${plural}.drafts`
/** The type of GraphQL, and the title of the schema over REST: `RecipeDraft`. */
export const nameDraft = ({ name }: Named): string => `${name}Draft`
export const nameDraftInput = (type: Named): string => `${nameDraft(type)}Input`
/** The title of the schema of a body over REST that changes or replaces a draft. */
export const nameDraftBody = (type: Named): string => `${nameDraft(type)}Body`

/** The operations of a draft: `saveRecipeDraft`. `replaceRecipeDraft` has an address of REST alone. */
export const nameDraftOperation = (verb: 'save' | 'replace' | 'discard' | 'apply', type: Named): string =>
  `${verb}${nameDraft(type)}`
/** The operation that reads a draft over REST: `recipeDraft`. */
export const nameDraftRead = ({ word }: Pick<RecordType, 'word'>): string => `${word}Draft`

/** C17.6: the fields of the update but the state. Their names are those of the members of inputs. */
const listFields = (type: RecordType): Fields => {
  const member = ([name, field]: readonly [string, Field]): string =>
    type.manyLinks.find((link) => link.name === name)?.attribute ?? namePartMember(name, field)
  const drafted = Object.entries(type.fields).filter(
    (entry) => !isState(entry[1]) && !entry[1].isHidden && Object.hasOwn(type.inputs, member(entry)),
  )
  return Object.fromEntries(drafted.map(([name, field]) => [name, canBeMissing(field)]))
}

const derive = (type: RecordType): DraftType =>
  deriveKeptType(type, {
    as: 'draft',
    name: nameDraft(type),
    plural: nameDrafts(type),
    fields: listFields(type),
  })

/** C17.6: the type of the drafts of a type. */
export const getDraftType: (type: RecordType) => DraftType = memoize(derive)

/** The types of the drafts of some types. */
export const listDraftTypes = (types: readonly RecordType[]): readonly DraftType[] =>
  types.filter(({ takesDrafts }) => takesDrafts).map(getDraftType)

/** The names under which inputs and stored drafts have the fields of a draft, with the fields. */
export const listDraftMembers = ({ attributes, manyLinks }: DraftType): Fields => ({
  ...attributes,
  ...Object.fromEntries(manyLinks.map(({ attribute, field }) => [attribute, field])),
})
