import { relateToMany, relateToOne, type Relations } from '../collections.ts'
import type { RecordType } from '../types/record-type.ts'
import { KEPT_RECORD } from '../kept/kept-type.ts'
import { nameRevisions, REVISIONS, type RevisionType } from './revision-type.ts'

/** The relation from the records of a type to their revisions, if the type keeps some. */
export const relateToRevisions = (type: RecordType): Relations =>
  type.keepsRevisions ? { [REVISIONS]: relateToMany(nameRevisions(type), 'recordId') } : {}

/** The relations of a revision beside the links of its record. */
export const relateRevision = ({ keptOf }: RevisionType): Relations => ({
  editor: relateToOne('users', 'editorId'),
  [KEPT_RECORD]: relateToOne(keptOf.plural, 'recordId'),
})
