import { conflict, type ContentError } from '../../rules/errors.ts'
import { groupThousands } from '../group-thousands.ts'
import type { RecordType } from '../types/record-type.ts'

/** C14.2: the linking records that refuse a deletion are counted no further. */
export const MOST_COUNTED = 1_000
/** C15.15: the most linking records, over all levels, that the request of a deletion looks at and changes. */
export const MOST_CHECKED = 1_000

/** The records that link to a record and refuse its deletion, as the caller sees them. */
export interface LinkingRecords {
  readonly shown: readonly { readonly type: RecordType; readonly count: number }[]
  /** Whether records that the caller may not read link to it, too. */
  readonly hasHidden: boolean
}

const describeCount = ({ type: { word, names }, count }: LinkingRecords['shown'][number]): string => {
  if (count >= MOST_COUNTED) return `${groupThousands(MOST_COUNTED)} or more ${names.plural}`
  return `${count} ${count === 1 ? word : names.plural}`
}

const describeLinking = ({ shown, hasHidden }: LinkingRecords): string => {
  const counts = shown.map(describeCount).join(', ')
  const isOne = shown.length === 1 && shown[0]?.count === 1
  const seen = counts === '' ? [] : [`${counts} ${isOne ? 'links' : 'link'} to it`]
  return [...seen, ...(hasHidden ? ['records that you may not read link to it'] : [])].join(', and ')
}

/** C14.2: the refusal to delete a record to which others link. */
export const linkedTo = ({ word }: Pick<RecordType, 'word'>, linking: LinkingRecords): ContentError =>
  conflict(
    `This ${word} cannot be deleted: ${describeLinking(linking)}. Delete these records first, or change their links.`,
  )

/** C15.15: the refusal of a deletion behind which a record may refuse that the request does not look at. */
export const tooManyToCheck = ({ word }: Pick<RecordType, 'word'>): ContentError =>
  conflict(
    `This ${word} cannot be deleted: there are too many records to check: delete those that link first. Records that link to it at any distance can refuse the deletion, and the service checks ${groupThousands(MOST_CHECKED)} of them.`,
  )
