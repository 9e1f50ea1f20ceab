import type { ContentModel, ContentType } from '../api/model.ts'

/** Each list is a request. */
const MOST_TYPES = 5

/** Whether the list has a filter by a part of the title that needs no further permission. */
const findsTitles = ({ filters, titleField }: ContentType): boolean =>
  filters.some(
    (filter) =>
      filter.kind === 'value' &&
      filter.name === titleField &&
      filter.permission === null &&
      filter.operators.includes('contains'),
  )

/** The types that the search of the service leaves out, but whose lists find words of a title. */
export const listUnsearched = ({ types }: ContentModel): readonly ContentType[] =>
  types.filter((type) => !type.single && !type.searched && findsTitles(type)).slice(0, MOST_TYPES)
