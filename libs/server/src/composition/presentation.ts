import type { ContentModel } from '@content-service/domain'
import { describeContent } from '@content-service/domain/internal/model'

/** C15.20: the words in which the service presents itself to people. */
export interface Presentation {
  readonly name: string
  /** A sentence about the service. */
  readonly about: string
}

const DEFAULT_NAME = 'content-service'

/** The given words, and the default for each word that is absent. */
export const presentService = (
  model: ContentModel,
  { name = DEFAULT_NAME, about = describeContent(model) }: Partial<Presentation>,
): Presentation => ({ name, about })
