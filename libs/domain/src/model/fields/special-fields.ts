import type {
  ChoiceField,
  Field,
  FieldKind,
  JsonField,
  LinkField,
  ManyField,
  SlugField,
  StateField,
} from './field.ts'
import type { BlocksField, GroupField, ListField } from './part-fields.ts'

interface SpecialFields {
  readonly state: StateField
  readonly choice: ChoiceField
  readonly json: JsonField
  readonly slug: SlugField
  readonly owner: LinkField
  readonly one: LinkField
  readonly many: ManyField
  readonly group: GroupField
  readonly list: ListField
  readonly blocks: BlocksField
}

/** The fields of a kind. */
export type FieldOf<Kind extends FieldKind> = Kind extends keyof SpecialFields ? SpecialFields[Kind] : Field
