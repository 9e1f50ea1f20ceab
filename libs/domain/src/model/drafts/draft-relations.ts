import { relateToOne, type Relations } from '../collections.ts'
import { KEPT_RECORD } from '../kept/kept-type.ts'
import type { RecordType } from '../types/record-type.ts'
import { nameDrafts, OWN_DRAFT, type DraftType } from './draft-type.ts'

/** The relation from the records of a type to the draft of the caller: a user has at most one draft of a record. */
export const relateToDraft = (type: RecordType): Relations =>
  type.takesDrafts
    ? { [OWN_DRAFT]: { to: nameDrafts(type), kind: 'one', here: 'id', there: 'recordId' } }
    : {}

/** The relation of a draft beside the links of its record. */
export const relateDraft = ({ keptOf }: DraftType): Relations => ({
  [KEPT_RECORD]: relateToOne(keptOf.plural, 'recordId'),
})
