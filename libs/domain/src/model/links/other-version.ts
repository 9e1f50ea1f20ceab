import { conflict, type ContentError } from '../../rules/errors.ts'
import type { RecordType } from '../types/record-type.ts'

type Named = Pick<RecordType, 'word'>

/**
 * C15.17: the refusal to delete a record to which records link by a link that this version does not declare: another version
 * has removed or added the link.
 */
export const linkedByOtherVersion = ({ word }: Named): ContentError =>
  conflict(
    `This ${word} cannot be deleted now: another version of the service has records that link to it. Try again when the update of the service is complete.`,
  )

/** C15.17: the refusal of values that the tables of another version do not take. */
export const refusedByOtherVersion = ({ word }: Named): ContentError =>
  conflict(
    `Another version of the service does not take this ${word}. Try again when the update of the service is complete.`,
  )
