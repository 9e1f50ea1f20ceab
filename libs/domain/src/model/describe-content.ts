import { capitalize } from './capitalize.ts'
import type { ContentModel } from './content-model.ts'

/** `blog-posts` → `blog posts`. */
const describePlural = (path: string): string => path.replaceAll('-', ' ')

/** The types whose rules the service has written. */
const OWN: Readonly<Record<string, string>> = {
  User: 'users',
  Article: 'articles with a publish workflow',
  Comment: 'comments',
}

const joinWords = (words: readonly string[]): string =>
  words.length === 1 ? `${words[0]} and search.` : `${words.join(', ')}, and search.`

/** C15.20: the content of a service for people: `Users, articles with a publish workflow, comments, meetups, and search.` */
export const describeContent = ({
  types,
  derivedTypes,
}: Pick<ContentModel, 'types' | 'derivedTypes'>): string => {
  const own = Object.entries(OWN).flatMap(([name, words]) =>
    types.some((type) => type.name === name) ? [words] : [],
  )
  return capitalize(joinWords([...own, ...derivedTypes.map(({ names }) => describePlural(names.path))]))
}
