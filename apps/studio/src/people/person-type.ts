import type { ContentModel, ContentType } from '../api/model.ts'

/** The one type that the studio knows by its name: accounts have more to them than their fields. */
export const PERSON_TYPE = 'User'

export const findPersonType = ({ types }: ContentModel): ContentType | undefined =>
  types.find(({ name }) => name === PERSON_TYPE)
