import type { ContentModel } from '../model/content-model.ts'
import type { OptionalType } from '../model/types/optional-types.ts'
import { builtInModel, contentModel } from '../service/content-types.ts'

type Names = readonly OptionalType[]

/** C15.23: Comment needs Article, and Product and Category need each other. */
const ARTICLES: readonly Names[] = [[], ['Comment'], ['Article', 'Comment']]
const PRODUCTS: readonly Names[] = [[], ['Product', 'Category']]

/** The lists of types that a model can leave out, beginning with the empty one. */
export const LEGAL_OMISSIONS: readonly Names[] = ARTICLES.flatMap((one) =>
  PRODUCTS.map((other) => [...one, ...other]),
)

export const leaveOutTypes = (without: Names): ContentModel => contentModel(builtInModel.types, { without })

/**
 * Post is the earlier name of Article in GraphQL; `post` is a method of HTTP, too. The model for tools says of each type whether
 * it keeps `"revisions"` (C17.3).
 */
const WORDS: Readonly<Record<OptionalType, RegExp>> = {
  Article: /[Aa]rticle|ARTICLE|\bPosts?\b|[Rr]evision(?!s")/,
  Comment: /comment(?!_?Notifications)/i,
  Product: /product/i,
  Category: /categor/i,
}

/** A person can have this preference for the comments of a team, so that its words stay (C15.23). */
const PREFERENCE = /Comment notifications|notifications of comments on what they wrote/

/** The lines of a text in which a left-out type is named. */
export const findLeftWords = (text: string, without: Names): readonly string[] =>
  text
    .split('\n')
    .filter((line) => !PREFERENCE.test(line))
    .filter((line) => without.some((name) => WORDS[name].test(line)))
    .map((line) => line.trim())
