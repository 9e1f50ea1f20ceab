import type { ContentModel } from '../model/content-model.ts'
import { describeContent } from '../model/describe-content.ts'

/** C15.20: the words in which a service presents itself to people. */
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
